/// The methods that change a container's structure. A refused call changes nothing; a server in development logs why.
extension ContainerModel {
  /// Adds a node, at the end unless you name a position. A node with another parent moves here.
  public final func add(_ node: Node, at position: ListPosition = .last) {
    guard let place = place(at: position, for: node) else { return }
    guard place.anchor == nil else { return _ = insert([node], from: place.index, nextTo: place.anchor) }
    if let reason = reasonToRefuse(node) { return refuse(reason, node) }
    node.parent?.detach(node)
    attach(node, at: place.index)
    node.tellLife()
  }

  /// Adds nodes in order, at the end unless you name a position, each with a line above or below it if you name a
  /// separator. If one of them is refused, none is added.
  public final func add(_ nodes: [Node], at position: ListPosition = .last, separator: Layout.Separator? = nil) {
    guard let first = nodes.first, let place = place(at: position, for: first) else { return }
    guard insert(nodes, from: place.index, nextTo: place.anchor), let separator else { return }
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
  private final func place(at position: ListPosition, for node: Node) -> (index: Int, anchor: Node?)? {
    takeRows(before: node)
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
    guard let from = self.index(of: node) else { return refuse(.notAChild, node) }
    guard childNodes.indices.contains(index) else { return refuse(.indexOutOfRange, node) }
    guard order?.allows(node, at: index, in: self) != false else { return refuse(.againstOrder, node) }
    childNodes.insert(childNodes.remove(at: from), at: index)
    for feature in features { feature.didReorder(self) }
    markStructure()
  }

  final func replace(_ node: Node, with replacement: Node) {
    guard node !== replacement else { return }
    takeRows(before: replacement)
    guard let index = index(of: node) else { return refuse(.notAChild, node) }
    if let reason = reasonToRefuse(replacement) { return refuse(reason, replacement) }
    // Remove first, then insert: the replacement may have the same id.
    detach(node)
    replacement.parent?.detach(replacement)
    attach(replacement, at: index)
    node.tellLife()
    replacement.tellLife()
  }

  /// Removes a child and all nodes below it. Refused if the node is not a child.
  public final func remove(_ node: Node) {
    takeRows(before: node)
    guard node.parent === self else { return refuse(.notAChild, node) }
    detach(node)
    node.tellLife()
  }

  final func removeAll() {
    takeRows(before: self)
    let old = childNodes
    for child in old.reversed() { detach(child) }
    for child in old { child.tellLife() }
  }

  /// Takes all rows that sources have announced to this tree and to that of a node, before the structure changes: what the
  /// rows' nodes do then may change it too.
  final func takeRows(before node: Node) {
    tree?.takeRows()
    if node.tree !== tree { node.tree?.takeRows() }
  }

  final func index(of node: Node) -> Int? {
    guard node.parent === self else { return nil }
    return childNodes.firstIndex { $0 === node }
  }

  final func refuse(_ code: TreeError.Code, _ node: Node) {
    let name = node.key.isEmpty ? node.typeName : node.key
    report { .refused(TreeError(code: code, node: name, container: $0.address)) }
  }
}
