/// A node's subscriptions and, at a container, those of all nodes below it.
final class Subscriptions: NodeFeature {
  /// The node's own, in the order in which it subscribed.
  var own: [DataSubscription] = []
  /// At a container: its own and those of all nodes below it.
  private var below: [SharedDataName: SubscriptionList] = [:]

  override func didJoin(_ container: ContainerModel, _ node: Node) {
    let inside = inside(node)
    guard !inside.isEmpty else { return }
    for container in container.path {
      let subscriptions = container.feature(Subscriptions.self)
      for subscription in inside { subscriptions.note(subscription) }
    }
    // The node sees other containers above it now.
    for subscription in inside.inDocumentOrder(below: container) { subscription.deliver() }
  }

  override func didLeave(_ container: ContainerModel, _ node: Node) {
    let inside = inside(node)
    guard !inside.isEmpty else { return }
    for container in container.path {
      guard let subscriptions = container.existing(Subscriptions.self) else { continue }
      for subscription in inside { subscriptions.forget(subscription) }
    }
  }

  override func didReorder(_ container: ContainerModel) {
    if below.isEmpty { return }
    for container in container.path {
      guard let subscriptions = container.existing(Subscriptions.self) else { continue }
      for name in below.keys { subscriptions.below[name]?.setNeedsSort() }
    }
  }

  func note(_ subscription: DataSubscription) { below[subscription.name, default: .init()].insert(subscription) }

  func forget(_ subscription: DataSubscription) {
    below[subscription.name]?.remove(subscription)
    if below[subscription.name]?.isEmpty == true { below[subscription.name] = nil }
  }

  /// The subscriptions to some data at a container and below it, in document order.
  func inOrder(_ name: SharedDataName, below container: ContainerModel) -> [DataSubscription] {
    below[name]?.inOrder(below: container) ?? []
  }

  /// Whether the container or a node below it subscribes to some data.
  func contains(_ name: SharedDataName) -> Bool { below[name] != nil }

  /// The subscriptions of the node and of all nodes below it, in any order.
  private func inside(_ node: Node) -> [DataSubscription] {
    if !(node is ContainerModel) { return own }
    return below.keys.flatMap { below[$0]?.unsorted() ?? [] }
  }
}

/// The values that a container shares.
final class SharedValues: NodeFeature {
  var values: [SharedDataName: any StoredData] = [:]
}

/// The values that the page and the site share with the whole tree.
final class SiteValues: TreeFeature {
  var values: [SharedDataName: any StoredData] = [:]
}

extension Tree {
  /// Shares a value with the whole tree, for the page and the site, which are above the root.
  package func share<Value>(_ value: Value, to data: SharedData<Value>, broadcast: Bool = true) {
    let stored = Stored { value }
    feature(SiteValues.self).values[data.name] = stored
    if broadcast { root.broadcast(data.name, stored, by: nil) }
  }

  /// The values that the page and the site share.
  var sharedValues: [SharedDataName: any StoredData] { feature(SiteValues.self).values }
}

extension Node {
  /// The node's own subscriptions, in the order in which it subscribed.
  final var subscriptions: [DataSubscription] { existing(Subscriptions.self)?.own ?? [] }
}

extension ContainerModel {
  /// Whether the container or a node below it subscribes to some data.
  final func hears<Value>(_ data: SharedData<Value>) -> Bool {
    existing(Subscriptions.self)?.contains(data.name) == true
  }

  /// The values that the container shares.
  final var sharedValues: [SharedDataName: any StoredData] { existing(SharedValues.self)?.values ?? [:] }
}
