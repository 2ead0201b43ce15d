/// The methods that change a container's structure. A refused call changes nothing; a server in development logs why.
extension ContainerModel {
  /// Adds a node, at the end unless you name a position. A node with another parent moves here.
  public final func add(_ node: Node, at position: ListPosition = .last) {
    let isAdded = restructure(node) {
      guard let place = place(at: position, for: node) else { return false }
      guard place.anchor == nil else { return put([node], from: place.index, nextTo: place.anchor) }
      guard isFit(node) else { return false }
      node.parent?.detach(node)
      attach(node, at: place.index)
      return true
    }
    if isAdded { node.tellLife() }
  }

  /// Adds nodes in order, at the end unless you name a position, each with a line above or below it if you name a
  /// separator. If one of them is refused, none is added.
  public final func add(_ nodes: [Node], at position: ListPosition = .last, separator: Layout.Separator? = nil) {
    guard insert(nodes, at: position), let separator else { return }
    for node in nodes { node.separator = separator }
  }

  /// Adds a cell for a content, at the end unless you name a position.
  public final func add(_ content: some Content, at position: ListPosition = .last) {
    add(CellModel(content), at: position)
  }

  /// Adds a cell for each content, at the end unless you name a position, each with a line above or below it if you name
  /// a separator.
  public final func add(
    _ contents: [some Content], at position: ListPosition = .last, separator: Layout.Separator? = nil
  ) {
    add(contents.map { CellModel($0) }, at: position, separator: separator)
  }

  /// The index of a position, and the child that it names. Refuses the node, and returns nil, if there is no such place.
  final func place(at position: ListPosition, for node: Node) -> (index: Int, anchor: Node?)? {
    switch position {
    case .first: return (0, nil)
    case .last: return (childNodes.count, nil)
    case .before(let anchor), .after(let anchor):
      guard let index = index(of: anchor) else {
        refuse(.notAChild, anchor)
        return nil
      }
      if case .before = position { return (index, anchor) }
      return (index + 1, anchor)
    case .index(let index):
      guard childNodes.indices.contains(index) || index == childNodes.count else {
        refuse(.indexOutOfRange, node)
        return nil
      }
      return (index, nil)
    }
  }

  final func move(_ node: Node, to index: Int) {
    _ = restructure(node) {
      guard let from = self.index(of: node) else { return isRefused(.notAChild, node) }
      guard childNodes.indices.contains(index) else { return isRefused(.indexOutOfRange, node) }
      guard order?.allows(node, at: index, in: self) != false else { return isRefused(.againstOrder, node) }
      childNodes.insert(childNodes.remove(at: from), at: index)
      for feature in features { feature.didReorder(self) }
      markStructure()
      return true
    }
  }

  final func replace(_ node: Node, with replacement: Node) {
    guard node !== replacement else { return }
    let isReplaced = restructure(node, and: [replacement]) {
      guard let index = index(of: node) else { return isRefused(.notAChild, node) }
      guard isFit(replacement) else { return false }
      // Remove first, then insert: the replacement may have the same id.
      detach(node)
      replacement.parent?.detach(replacement)
      attach(replacement, at: index)
      return true
    }
    guard isReplaced else { return }
    node.tellLife()
    replacement.tellLife()
  }

  /// Removes a child and all nodes below it. Refused if the node is not a child.
  public final func remove(_ node: Node) {
    let isRemoved = restructure(node) {
      guard node.parent === self else { return isRefused(.notAChild, node) }
      detach(node)
      return true
    }
    if isRemoved { node.tellLife() }
  }

  final func removeAll() {
    var old: [Node] = []
    _ = restructure(self) {
      old = childNodes
      for child in old.reversed() { detach(child) }
      return true
    }
    for child in old { child.tellLife() }
  }

  /// Makes one change of the structure, in which these nodes take part. Returns whether it is made; if so, call the nodes'
  /// hooks then.
  ///
  /// If one of the containers concerned waits for rows, all rows that sources have announced come before. Otherwise they
  /// wait until the change is made: what their nodes do may change the structure, too.
  @inline(__always)
  final func restructure(_ node: Node, and others: [Node] = [], _ change: () -> Bool) -> Bool {
    takeRows()
    node.takeRowsAround()
    for other in others { other.takeRowsAround() }
    let isFree = { (node: Node) in node === self || node.parent?.isPlanned != true }
    guard !isPlanned, isFree(node), others.allSatisfy(isFree) else { return isRefused(.isChanging, node) }
    guard let tree else { return change() }
    return tree.delayingRows(change)
  }

  final func index(of node: Node) -> Int? {
    guard node.parent === self else { return nil }
    return childNodes.firstIndex { $0 === node }
  }

  /// Refuses a node, and returns false.
  final func isRefused(_ code: TreeError.Code, _ node: Node) -> Bool {
    refuse(code, node)
    return false
  }

  /// Whether a node may come into this container. If not, it is refused.
  private final func isFit(_ node: Node) -> Bool {
    guard let reason = reasonToRefuse(node) else { return true }
    return isRefused(reason, node)
  }

  final func refuse(_ code: TreeError.Code, _ node: Node) {
    let name = node.key.isEmpty ? node.typeName : node.key
    report { .refused(TreeError(code: code, node: name, container: $0.address)) }
  }
}
