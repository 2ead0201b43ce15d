public import EspalierHTTP
public import EspalierServer
public import EspalierTables

extension PageStore {
  /// The store of a site that runs on several servers. They are one site: any of them answers any viewer, and if one ends,
  /// another goes on.
  ///
  /// ```swift
  /// import EspalierCluster
  ///
  /// let site = Site(store: .cluster("postgresql://espalier@10.0.0.9/site", at: "10.0.0.1:7000")) {
  ///   Page("/posts", title: "Posts") { PostList() }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - url: A PostgreSQL database, as libpq takes it. The site makes a schema `espalier` in it.
  ///   - address: The address and port of this server at which the others reach it, and nobody else should.
  ///   - tables: PostgreSQL databases that all servers use, by the same URL. What one server writes, the pages of the others
  ///     show at once, and not only with their next look.
  ///   - version: The number of this version of your program. While servers of a later version live, servers of an earlier one
  ///     take over nothing from them.
  ///   - log: Gets a line when this server takes over, loses the site, or does not reach the database.
  ///
  /// A port that cannot be used stops `run` and `check()` with the reason. If the database does not answer at the start, the
  /// server waits for it. See the article "Many machines".
  public static func cluster(
    _ url: String, at address: String, tables: [Database] = [], version: Int = 0, log: Log = Log()
  ) -> PageStore {
    let file = "\(HTTPConfiguration().uploadFolder)/espalier-\(address.replacing("/", with: "-"))"
    let node = ServerNode(
      at: address, version: version, on: PostgresEngine(url), peers: HTTPPeers(log: log), databases: tables,
      crashFile: file, log: log)
    return PageStore(node.storage, of: node)
  }
}
