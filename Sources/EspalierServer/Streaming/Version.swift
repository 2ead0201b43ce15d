import EspalierHTTP
import Espalier

/// A state of a page instance. The epoch differs between instances and after each restart; the number counts changes.
package struct Version: Sendable, Hashable, CustomStringConvertible {
  let epoch: String
  var number: Int

  init(epoch: String, number: Int = 0) {
    self.epoch = epoch
    self.number = number
  }

  /// Parses `epoch.number`; nil for anything else.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, let number = Int(parts[1]), number >= 0 else { return nil }
    self.init(epoch: String(parts[0]), number: number)
  }

  package var description: String { "\(epoch).\(number)" }
}

/// The point from which a viewer wants to continue.
enum Since: Sendable {
  /// The version that the viewer has; nil if it has none.
  case version(Version?)
  /// This many versions ago.
  case last(Int)

  /// Reads `Last-Event-ID`, which a browser sends when it reconnects by itself, otherwise `last` of the query, otherwise
  /// `since` of the query.
  init(_ request: Request) throws(HTTPError) {
    if let last = request.query[WireName.last], !request.headers.contains(.lastEventID) {
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

/// What to send to a viewer to bring it up to date.
enum CatchUp {
  /// The patches that it missed, perhaps none.
  case patches([Patch])
  /// The whole page: it is shorter, or the journal does not reach back so far, or the version is from before a restart.
  case snapshot
}
