/// The subscriptions to one name, at a container and below it, for reading in document order.
///
/// Adding and removing take constant time. Reading sorts the subscriptions if some were added or have moved since.
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

  /// Call it when nodes have changed places.
  mutating func setNeedsSort() { isSorted = false }

  /// The members in the order in which they are stored.
  mutating func unsorted() -> [DataSubscription] {
    dropRemoved()
    return list
  }

  /// The members in document order. The container must be above all of their nodes, or be one of these nodes.
  mutating func inOrder(below container: ContainerModel) -> [DataSubscription] {
    dropRemoved()
    if !isSorted {
      isSorted = true
      if list.count > 1 { list = list.inDocumentOrder(below: container) }
    }
    return list
  }

  /// Limits the number of removed entries in the list.
  private mutating func limitRemoved() {
    if list.count > 2 * members.count + 16 { dropRemoved() }
  }

  /// Drops the removed entries. A subscription that was removed and added again is in the list twice.
  private mutating func dropRemoved() {
    guard hasRemoved else { return }
    hasRemoved = false
    var remaining = members
    list = list.filter { remaining.remove(ObjectIdentifier($0)) != nil }
  }
}

extension [DataSubscription] {
  /// Sorts in document order: a container before its header, children and footer, and the subscriptions of one node in
  /// their own order.
  func inDocumentOrder(below container: ContainerModel) -> [DataSubscription] {
    map { (place: $0.place(below: container), subscription: $0) }
      .sorted { $0.place.lexicographicallyPrecedes($1.place) }
      .map(\.subscription)
  }
}

extension DataSubscription {
  /// The indices that lead from the container to the node, a number below all indices, and the subscription's own
  /// index.
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
