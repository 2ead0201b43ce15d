import EspalierHTTP
import Espalier

/// Where a viewer wants to go on from.
enum Since: Sendable {
  /// The version it has; nil where it has none.
  case version(Version?)
  /// So many versions ago.
  case last(Int)

  /// By `Last-Event-ID`, which a browser sends when it comes back by itself, else by the query.
  init(_ request: Request) throws(HTTPError) {
    if let last = request.query[WireName.last] {
      guard let count = Int(last), count >= 0 else {
        throw HTTPError(.unprocessable, "The field \"last\" must be a whole number.", field: WireName.last)
      }
      self = .last(count)
    } else {
      let since = try request.query[WireName.since].map { (text) throws(HTTPError) in
        guard let version = Version(text) else {
          throw HTTPError(.unprocessable, "\"since\" must be a version, as in the ETag.", field: WireName.since)
        }
        return version
      }
      self = .version(request.headers[.lastEventID].map { Version($0) } ?? since)
    }
  }
}

/// What a viewer must hear to be up to date.
enum CatchUp {
  /// What it missed, perhaps nothing.
  case patches([Patch])
  /// Everything: that is shorter, or the journal does not reach back so far, or the version is of another life.
  case snapshot
}
