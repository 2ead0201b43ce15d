package import EspalierHTTP
package import EspalierServer

/// How nodes reach each other.
package protocol Peers: Sendable {
  /// Listens for the requests of other nodes, and for their word that there is news in the database.
  func listen(at address: String, for site: any ClusterSite, onNews: @escaping @Sendable () -> Void) throws(ServerError)

  /// Tells the node at an address that there is news in the database. The word may get lost.
  func tellNews(to address: String)

  /// Takes the secret by which nodes know each other. Before, nobody is let in.
  func use(_ secret: String)

  /// Passes a request on to the node at an address. What is only read is given up if the client of `answer` hangs up.
  func pass(
    _ request: Request, to address: String, for answer: Answer, _ reply: @escaping @Sendable (Passed) -> Void)

  /// Gives up what was passed to the node at an address: another node has taken over.
  func abandon(_ address: String)

  /// Gives the answers that are under way, and listens no more.
  func close(_ address: String, _ reply: @escaping @Sendable () -> Void)
}
