/// The recorded steps of what happened in a tree. A tree records them while `isWatched` is true.
///
/// ```swift
/// tree.isWatched = true
/// _ = try tree.receive("like", from: "B/actions", data: "Like")
/// _ = tree.flushAll()
/// for step in tree.takeTrace().steps { print(step) }     // like, sent by B/actions …
/// ```
package struct Trace: Hashable, Sendable {
  /// One thing that happened.
  package enum Step: Hashable, Sendable {
    /// A node sent an event.
    case sent(event: String, by: String)
    /// An event reached a container.
    case asked(String, event: String, handled: Bool)
    /// A row's command ran. Containers do not receive its event.
    case ran(event: String, at: String, handled: Bool)
    /// An event reached the site.
    case reachedSite(event: String, handled: Bool)
    /// A container shared a value with the nodes below it.
    case shared(Share)
    /// The page or the site shared a value with the whole tree.
    case siteShared(Share)
    /// A notification called nodes.
    case notified(Notification)
    /// A cell was rendered.
    case rendered(String, because: RenderReason)
  }

  /// Why a cell was rendered.
  package enum RenderReason: String, Hashable, Sendable {
    /// Viewers had not seen it yet.
    case isNew = "new"
    /// Its content differs from the content that was shown.
    case contentChanged = "content changed"
    /// `setNeedsRender` was called.
    case askedFor = "asked for"
  }

  /// The limit of steps in one trace.
  package static let mostSteps = 1000

  /// The steps, in order.
  package private(set) var steps: [Step] = []
  /// How many steps were left out because there were too many.
  package private(set) var omitted = 0

  /// An empty trace.
  package init() {}

  mutating func note(_ step: () -> Step) {
    if steps.count < Self.mostSteps { steps.append(step()) } else { omitted += 1 }
  }

  /// Replaces a step when details are known that depend on the steps it caused. Does nothing if the step was omitted.
  mutating func amend(_ index: Int, _ step: Step) {
    if steps.indices.contains(index) { steps[index] = step }
  }
}

extension Trace.Step: CustomStringConvertible {
  /// One line for a log.
  package var description: String {
    switch self {
    case .sent(let event, let sender): "\(event), sent by \(name(sender))"
    case .asked(let node, let event, let handled): "\(event) \(handled ? "answered by" : "passed") \(name(node))"
    case .ran(let event, let node, let handled):
      "\(event) \(handled ? "run at" : "finds no container above") \(name(node))"
    case .reachedSite(let event, let handled): "\(event) \(handled ? "answered by" : "not answered by") the site"
    case .shared(let share): "\(share.name) = \(share.value), shared by \(name(share.by)), heard by \(share.to.count)"
    case .siteShared(let share): "\(share.name) = \(share.value), shared by the site, heard by \(share.to.count)"
    case .notified(let notification):
      "\(notification.type) called by \(notification.scope == nil ? "the site" : name(notification.by)), heard by \(notification.to.count)"
    case .rendered(let node, let reason): "\(name(node)) rendered: \(reason.rawValue)"
    }
  }

  private func name(_ address: String) -> String { address.isEmpty ? "the root" : address }
}

extension Trace {
  /// One value that was shared while an event was being answered.
  package struct Share: Hashable, Sendable {
    /// The name of the data.
    package let name: String
    /// The address of the container that shared it.
    package let by: String
    /// The addresses of the nodes that received it.
    package let to: [String]
    /// The value as JSON, or its description if it has no JSON form.
    package let value: JSON
  }

  /// One notification that was posted while an event was being answered.
  package struct Notification: Hashable, Sendable {
    /// The name of the protocol or class whose nodes were called.
    package let type: String
    /// The scope; nil if the site posted it to all nodes of all pages.
    package let scope: NotificationScope?
    /// The address of the node that posted it.
    package let by: String
    /// The addresses of the nodes that were called, in order.
    package internal(set) var to: [String]
  }
}
