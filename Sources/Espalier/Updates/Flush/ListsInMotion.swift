/// The lists whose rows are moving between containers. They are rebuilt once, when all rows are in their place: a
/// rebuild for each row would cost the whole list each time.
struct ListsInMotion {
  private var lists: [ObjectIdentifier: ListInMotion] = [:]

  subscript(container: ContainerModel) -> ListInMotion {
    mutating get {
      if let list = lists[ObjectIdentifier(container)] { return list }
      let list = ListInMotion(container)
      lists[ObjectIdentifier(container)] = list
      return list
    }
  }

  /// Returns a place in the list that viewers see at this moment.
  func place(in container: ContainerModel, at index: Int) -> ChangeSet.Place {
    let way = way(to: container)
    return .init(container: way.address, path: way.path, index: index, before: nil)
  }

  private func way(to container: ContainerModel) -> (address: String, path: [Int]) {
    guard let above = container.shownIn else { return ("", []) }
    let list = lists[ObjectIdentifier(above)]
    let key = list?.key(of: container) ?? above.shown[container.shownIndex].key
    let way = way(to: above)
    return (
      Address.join(way.address, key),
      way.path + [list?.position(of: container) ?? container.shownIndex]
    )
  }

  func settle() {
    for list in lists.values { list.settle() }
  }

  /// Rebuilds the lists inside a node.
  func settle(_ node: Node) {
    guard let container = node as? ContainerModel else { return }
    lists[ObjectIdentifier(container)]?.settle()
    for entry in container.shown { settle(entry.node) }
  }
}

/// One list in motion: the rows that viewers saw, without the rows that left, and with the rows that arrived. Rows
/// arrive from the last to the first.
final class ListInMotion {
  private let container: ContainerModel
  /// By index in the list that viewers saw, whether the node is still here; nil as long as all nodes are.
  private var staying: OccupiedSlots?
  /// The nodes that arrived, each with the old index that it arrived before. Their `shownIndex` continues after the old
  /// list.
  private var arrivals: [(index: Int, node: Node)] = []
  private var next: (index: Int, key: String?) = (0, nil)
  private var keys: Set<String>?
  /// The key of the row before which the next one arrives.
  var before: String? { next.key }

  init(_ container: ContainerModel) { self.container = container }

  /// Prepares for arrivals, which come from the last row to the first.
  func begin() {
    let hasFooter = container.shown.last?.slot == .footer
    next = (container.shown.count - (hasFooter ? 1 : 0), nil)
  }

  /// Whether viewers see a node with this key here.
  func hasKey(_ key: String) -> Bool {
    if keys == nil {
      keys = Set(container.shown.indices.lazy.filter { self.staying?[$0] ?? true }.map { self.container.shown[$0].key })
    }
    return keys?.contains(key) ?? false
  }

  func key(of node: Node) -> String {
    node.shownIndex < container.shown.count ? container.shown[node.shownIndex].key : node.key
  }

  /// The current position of a node that is here.
  func position(of node: Node) -> Int {
    let number = node.shownIndex - container.shown.count
    let index = number < 0 ? node.shownIndex : arrivals[number].index
    let arrivedAbove = number < 0 ? arrivals.count - firstArrival(above: index) : arrivals.count - 1 - number
    return (staying?.count(before: index) ?? index) + arrivedAbove
  }

  /// The first arrival that is above the old index. Each arrival is above the one before it.
  private func firstArrival(above index: Int) -> Int {
    var (low, high) = (0, arrivals.count)
    while low < high {
      let middle = (low + high) / 2
      if arrivals[middle].index > index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Makes the next arrival go before this row, which is here already.
  func anchor(_ node: Node) {
    // A row below the last anchor will move up later, together with its arrivals.
    if node.shownIndex <= next.index { next = (node.shownIndex, node.key) }
  }

  func anchorArrival(_ node: Node) { next.key = node.key }

  func remove(_ node: Node) {
    if staying == nil { staying = OccupiedSlots([Bool](repeating: true, count: container.shown.count)) }
    staying?[node.shownIndex] = false
  }

  func insert(_ node: Node) {
    arrivals.append((next.index, node))
    node.shownIn = container
    node.shownIndex = container.shown.count + arrivals.count - 1
    keys?.insert(node.key)
  }

  func settle() {
    if staying == nil && arrivals.isEmpty { return }
    var shown: [ContainerModel.Shown] = []
    shown.reserveCapacity(container.shown.count + arrivals.count)
    for index in 0...container.shown.count {
      while let last = arrivals.last, last.index == index {
        shown.append(.init(last.node))
        arrivals.removeLast()
      }
      if index < container.shown.count, staying?[index] ?? true { shown.append(container.shown[index]) }
    }
    staying = nil
    container.shown = shown
    container.renumber(from: 0)
  }
}
