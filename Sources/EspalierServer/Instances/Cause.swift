/// What made an instance look for changes.
package enum Cause: Hashable, Sendable {
  /// An event of a viewer.
  case event
  /// Asynchronous work that the node with this address had started.
  case work(of: String)
  /// A signal that a node listens to.
  case signal
  /// The site shared something, or a template changed.
  case site

  /// The name as it stands in the log.
  var name: String {
    switch self {
    case .event: "event"
    case .work: "work"
    case .signal: "signal"
    case .site: "site"
    }
  }
}
