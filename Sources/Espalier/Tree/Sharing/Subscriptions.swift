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

  /// The data with a label to which the container or a node below it subscribes, in an order that is the same in every run.
  func names(labelled label: String) -> [SharedDataName] {
    below.keys.filter { $0.label == label }.sorted(by: SharedDataName.precedes)
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
  /// What the site's database says is shared, by label. It is decoded when a node first reads it.
  var labelled: [String: JSON] = [:]

  /// The value of some data; nil if there is none, or if it has another type.
  func value<Value>(of data: SharedData<Value>) -> Value? {
    if let stored = values[data.name] as? Stored<Value> { return stored.read() }
    guard !labelled.isEmpty, let json = labelled[data.name.label], let value: Value = json.decoded() else { return nil }
    values[data.name] = Stored { value }
    return value
  }
}

extension JSON {
  /// The value of a type that can be decoded; nil for another type, or if this is no such value.
  fileprivate func decoded<Value>() -> Value? {
    guard let type = Value.self as? any Decodable.Type else { return nil }
    return try? decode(type, trustsMarkup: true) as? Value
  }
}

extension Tree {
  /// Shares a value with the whole tree, for the page and the site, which are above the root.
  package func share<Value>(_ value: Value, to data: SharedData<Value>, broadcast: Bool = true) {
    let (stored, site) = (Stored { value }, feature(SiteValues.self))
    site.values[data.name] = stored
    site.labelled[data.name.label] = nil
    if broadcast { root.broadcast(data.name, stored, by: nil) }
  }

  /// Shares what another server of the site has shared under a label.
  package func share(_ value: JSON, labelled label: String) {
    let site = feature(SiteValues.self)
    for name in site.values.keys where name.label == label { site.values[name] = nil }
    site.labelled[label] = value
    for name in root.existing(Subscriptions.self)?.names(labelled: label) ?? [] {
      root.broadcast(name, Stored { value }, by: nil)
    }
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
