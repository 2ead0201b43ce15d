/// What happened in a tree, step by step, written down while somebody watches.
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
    /// A container was asked for an answer to an event.
    case asked(String, event: String, handled: Bool)
    /// A row's command was run; no container hears of its event.
    case ran(event: String, at: String, handled: Bool)
    /// An event reached the site.
    case reachedSite(event: String, handled: Bool)
    /// A value went down from a container.
    case shared(Share)
    /// A value went down from above the root.
    case siteShared(Share)
    /// Nodes were called by a notification.
    case notified(Notification)
    /// A cell was rendered.
    case rendered(String, because: RenderReason)
  }

  /// Why a cell was rendered.
  package enum RenderReason: String, Hashable, Sendable {
    /// Viewers had not seen it yet.
    case isNew = "new"
    /// It holds another content than the one that was shown.
    case contentChanged = "content changed"
    /// Somebody called `setNeedsRender`.
    case askedFor = "asked for"
  }

  /// The most steps that one trace holds.
  package static let mostSteps = 1000

  /// What happened, in order.
  package private(set) var steps: [Step] = []
  /// How many steps were left out because there were too many.
  package private(set) var omitted = 0

  /// Nothing yet.
  package init() {}

  mutating func note(_ step: () -> Step) {
    if steps.count < Self.mostSteps { steps.append(step()) } else { omitted += 1 }
  }

  /// Says of a step what is known only after those that it led to. One that was left out stays so.
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
    /// The value as JSON; its description where it has no JSON form.
    package let value: JSON
  }

  /// One notification that was posted while an event was being answered.
  package struct Notification: Hashable, Sendable {
    /// The name of the protocol or class whose nodes were called.
    package let type: String
    /// Whom it was for; nil for all nodes of all pages, by the site.
    package let scope: NotificationScope?
    /// The address of the node that posted it.
    package let by: String
    /// The addresses of the nodes that were called, in order.
    package internal(set) var to: [String]
  }
}
