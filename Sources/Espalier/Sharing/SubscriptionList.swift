/// The subscriptions to one name, at a container and below it, which are read in document order.
///
/// Adding and removing cost the same however many there are. Reading sorts them if some were added or have moved since.
struct SubscriptionList {
  private var members: Set<ObjectIdentifier> = []
  /// The members and, until the next reading, some that were removed.
  private var list: [DataSubscription] = []
  private var hasRemoved = false
  private var isSorted = true

  var isEmpty: Bool { members.isEmpty }

  mutating func insert(_ subscription: DataSubscription) {
    guard members.insert(ObjectIdentifier(subscription)).inserted else { return }
    list.append(subscription)
    isSorted = false
    limitRemoved()
  }

  mutating func remove(_ subscription: DataSubscription) {
    guard members.remove(ObjectIdentifier(subscription)) != nil else { return }
    hasRemoved = true
    limitRemoved()
  }

  /// Nodes have changed places.
  mutating func setNeedsSort() { isSorted = false }

  /// The members in the order in which they are stored.
  mutating func unsorted() -> [DataSubscription] {
    dropRemoved()
    return list
  }

  /// The members in document order below the container, which is above all of their nodes or one of them.
  mutating func inOrder(below container: ContainerModel) -> [DataSubscription] {
    dropRemoved()
    if !isSorted {
      isSorted = true
      if list.count > 1 { list = list.inDocumentOrder(below: container) }
    }
    return list
  }

  /// The list never holds many that were removed.
  private mutating func limitRemoved() {
    if list.count > 2 * members.count + 16 { dropRemoved() }
  }

  /// One that was removed and has come back stands in the list twice.
  private mutating func dropRemoved() {
    guard hasRemoved else { return }
    hasRemoved = false
    var remaining = members
    list = list.filter { remaining.remove(ObjectIdentifier($0)) != nil }
  }
}

extension [DataSubscription] {
  /// A container before what is in it, header, children and footer; the subscriptions of one node in their own order.
  func inDocumentOrder(below container: ContainerModel) -> [DataSubscription] {
    map { (place: $0.place(below: container), subscription: $0) }
      .sorted { $0.place.lexicographicallyPrecedes($1.place) }
      .map(\.subscription)
  }
}

extension DataSubscription {
  /// The indices that lead from the container to the node, a number below all indices, and the subscription's own index.
  fileprivate func place(below container: ContainerModel) -> [Int] {
    guard let node else { return [] }
    let own = node.subscriptions.firstIndex { $0 === self } ?? 0
    var place = [own, Int.min]
    var next = node
    while next !== container, let parent = next.parent {
      place.append(parent.place(of: next))
      next = parent
    }
    return place.reversed()
  }
}

extension ContainerModel {
  /// Where a node stands among those directly inside. Cost: constant, and linear once after children have changed places.
  fileprivate final func place(of node: Node) -> Int {
    switch node.slot {
    case .header: return -1
    case .footer: return .max
    case .row: break
    }
    let last = Int(node.lastPlace)
    if last < children.count, children[last] === node { return last }
    for (index, child) in children.enumerated() { child.lastPlace = Int32(index) }
    return Int(node.lastPlace)
  }

  /// Children have changed places: those who subscribed there are sorted when they are next told something.
  final func setNeedsSubscriptionSort() {
    if subscriptionsBelow.isEmpty { return }
    for container in path {
      for name in subscriptionsBelow.keys { container.subscriptionsBelow[name]?.setNeedsSort() }
    }
  }
}
