/// The methods that change a container's structure. A refused call changes nothing and is reported as a `Diagnostic`,
/// which a server in development logs.
extension ContainerModel {
  /// Adds a node at the end. A node with another parent moves here.
  public final func add(_ node: Node) { insert(node, at: children.count) }

  /// Adds nodes at the end, in order, each with a line above or below it if you name a separator. If one of them is
  /// refused, none is added.
  public final func add(_ nodes: [Node], separator: Separator? = nil) {
    guard insert(nodes, from: children.count), let separator else { return }
    for node in nodes { node.separator = separator }
  }

  /// Adds a cell for a content at the end.
  public final func add(_ content: some Content) { add(CellModel(content)) }

  /// Adds a cell for each content at the end, each with a line above or below it if you name a separator.
  public final func add(_ contents: [some Content], separator: Separator? = nil) {
    add(contents.map { CellModel($0) }, separator: separator)
  }

  /// Inserts a node before all others.
  public final func insertFirst(_ node: Node) { insert(node, at: 0) }

  /// Inserts a node before a child. Refused if the anchor is not a child.
  public final func insert(_ node: Node, before anchor: Node) { insert([node], before: anchor) }

  /// Inserts a node after a child. Refused if the anchor is not a child.
  public final func insert(_ node: Node, after anchor: Node) { insert([node], after: anchor) }

  /// Inserts a node as the child at `index`, from 0 to the number of children. In a container that is ordered by weight,
  /// `index` decides only among equal weights.
  public final func insert(_ node: Node, at index: Int) {
    guard children.indices.contains(index) || index == children.count else { return refuse(.indexOutOfRange, node) }
    if let reason = reasonToRefuse(node) { return refuse(reason, node) }
    node.parent?.detach(node)
    attach(node, at: index)
    node.tellLife()
  }

  /// Moves a child to `index`. A container that is ordered by weight refuses a move against its order.
  public final func move(_ node: Node, to index: Int) {
    guard let from = self.index(of: node) else { return refuse(.notAChild, node) }
    guard children.indices.contains(index) else { return refuse(.indexOutOfRange, node) }
    guard order?.allows(node, at: index, in: self) != false else { return refuse(.againstOrder, node) }
    children.insert(children.remove(at: from), at: index)
    for feature in features { feature.didReorder(self) }
    markStructure()
  }

  /// Replaces a child with another node. In a container that is ordered by weight, the other node goes where its weight
  /// belongs.
  public final func replace(_ node: Node, with replacement: Node) {
    guard node !== replacement else { return }
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
    guard node.parent === self else { return refuse(.notAChild, node) }
    detach(node)
    node.tellLife()
  }

  /// Removes all children; header and footer stay.
  public final func removeAll() {
    let old = children
    for child in old.reversed() { detach(child) }
    for child in old { child.tellLife() }
  }

  final func index(of node: Node) -> Int? {
    guard node.parent === self else { return nil }
    return children.firstIndex { $0 === node }
  }

  final func refuse(_ code: TreeError.Code, _ node: Node) {
    let name = node.key.isEmpty ? node.typeName : node.key
    report { .refused(TreeError(code: code, node: name, container: $0.address)) }
  }
}
