/// The methods that change a container's structure. A refused call changes nothing and is reported as a `Diagnostic`,
/// which a server in development logs.
extension ContainerModel {
  /// Adds a node at the end. A node with another parent moves here.
  public final func add(_ node: Node) { insert(node, at: children.count) }

  /// Adds nodes at the end, in order, each with a line above or below it if you name a separator.
  public final func add(_ nodes: [Node], separator: Separator? = nil) {
    for node in nodes {
      if let separator { node.separator = separator }
      add(node)
    }
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
  public final func insert(_ node: Node, before anchor: Node) {
    insert(node, nextTo: anchor, offset: 0)
  }

  /// Inserts a node after a child. Refused if the anchor is not a child.
  public final func insert(_ node: Node, after anchor: Node) {
    insert(node, nextTo: anchor, offset: 1)
  }

  private func insert(_ node: Node, nextTo anchor: Node, offset: Int) {
    guard let index = index(of: anchor) else { return refuse(.notAChild, anchor) }
    insert(node, at: index + offset)
  }

  /// Inserts a node as the child at `index`, from 0 to the number of children.
  public final func insert(_ node: Node, at index: Int) {
    guard children.indices.contains(index) || index == children.count else { return refuse(.indexOutOfRange, node) }
    if let reason = reasonToRefuse(node) { return refuse(reason, node) }
    node.parent?.detach(node)
    attach(node, at: index)
    node.tellLife()
  }

  final func reasonToRefuse(_ node: Node) -> TreeError.Code? {
    if node === self { return .selfAdd }
    if node.parent === self { return .alreadyAChild }
    let path = path
    if path.contains(where: { $0 === node }) { return .cycle }
    if node.tree?.root === node { return .root }
    return path.count + node.height > Tree.deepest ? .tooDeep : nil
  }

  /// Moves a child to `index`.
  public final func move(_ node: Node, to index: Int) {
    guard let from = self.index(of: node) else { return refuse(.notAChild, node) }
    guard children.indices.contains(index) else { return refuse(.indexOutOfRange, node) }
    children.insert(children.remove(at: from), at: index)
    for feature in features { feature.didReorder(self) }
    markStructure()
  }

  /// Replaces a child with another node.
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

  private final func index(of node: Node) -> Int? {
    guard node.parent === self else { return nil }
    return children.firstIndex { $0 === node }
  }

  final func refuse(_ code: TreeError.Code, _ node: Node) {
    let name = node.key.isEmpty ? node.typeName : node.key
    report { .refused(TreeError(code: code, node: name, container: $0.address)) }
  }
}
