/// Watches one instance. Used only in that instance's lane.
package protocol InstanceWatch: AnyObject {
  /// The instance has looked for changes.
  func instance(_ instance: isolated PageInstance, published publication: Publication)
}

/// The result of a look for changes.
package struct Publication {
  /// The new version; nil if viewers see no change.
  package let patch: Patch?
  package let cause: Cause
  /// How long it took to find and render what changed.
  package let took: Duration
}

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
