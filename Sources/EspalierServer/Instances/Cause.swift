/// The reason why an instance looked for changes.
package enum Cause: Hashable, Sendable {
  /// An event of a viewer.
  case event
  /// A task that the node with this address started.
  case work(of: String)
  /// A signal that a node listens to.
  case signal
  /// The site shared something, or a template changed.
  case site

  /// The name as written in the log.
  var name: String {
    switch self {
    case .event: "event"
    case .work: "work"
    case .signal: "signal"
    case .site: "site"
    }
  }
}
