/// What came of a structure verb: nothing to say, or why it was refused. A refusal changes nothing and is also
/// reported by the tree, so the result may be ignored.
public typealias StructureResult = Result<Void, TreeError>

extension ContainerModel {
  /// Adds a node at the end. One that has another parent moves here.
  @discardableResult
  public final func add(_ node: Node) -> StructureResult { insert(node, at: children.count) }

  /// Adds nodes at the end, in order; stops at the first refusal.
  @discardableResult
  public final func add(_ nodes: [Node]) -> StructureResult {
    for node in nodes { if case .failure(let error) = add(node) { return .failure(error) } }
    return .success(())
  }

  /// Adds a cell for a content at the end.
  @discardableResult
  public final func add(_ content: some Content) -> StructureResult { add(CellModel(content)) }

  /// Adds a cell for each content at the end.
  @discardableResult
  public final func add(_ contents: [some Content]) -> StructureResult { add(contents.map { CellModel($0) }) }

  /// Adds nodes at the end, each with a line above or below it.
  @discardableResult
  public final func add(_ nodes: [Node], separator: Separator) -> StructureResult {
    for node in nodes { node.separator = separator }
    return add(nodes)
  }

  /// Adds a cell for each content at the end, each with a line above or below it.
  @discardableResult
  public final func add(_ contents: [some Content], separator: Separator) -> StructureResult {
    add(contents.map { CellModel($0) }, separator: separator)
  }

  /// Inserts a node before all others.
  @discardableResult
  public final func insertFirst(_ node: Node) -> StructureResult { insert(node, at: 0) }

  /// Inserts a node before a child. Refused where the anchor is not a child.
  @discardableResult
  public final func insert(_ node: Node, before anchor: Node) -> StructureResult {
    insert(node, nextTo: anchor, offset: 0)
  }

  /// Inserts a node after a child. Refused where the anchor is not a child.
  @discardableResult
  public final func insert(_ node: Node, after anchor: Node) -> StructureResult {
    insert(node, nextTo: anchor, offset: 1)
  }

  private func insert(_ node: Node, nextTo anchor: Node, offset: Int) -> StructureResult {
    guard let index = index(of: anchor) else { return refuse(.notAChild, anchor) }
    return insert(node, at: index + offset)
  }

  /// Inserts a node so that it becomes the child number `index`, from 0 to the number of children.
  @discardableResult
  public final func insert(_ node: Node, at index: Int) -> StructureResult {
    guard children.indices.contains(index) || index == children.count else { return refuse(.indexOutOfRange, node) }
    if let reason = reasonToRefuse(node) { return refuse(reason, node) }
    node.parent?.detach(node)
    attach(node, at: index)
    node.tellLife()
    return .success(())
  }

  final func reasonToRefuse(_ node: Node) -> TreeError.Code? {
    if node === self { return .selfAdd }
    if node.parent === self { return .alreadyAChild }
    let path = path
    if path.contains(where: { $0 === node }) { return .cycle }
    if node.tree?.root === node { return .root }
    return path.count + node.height > Tree.deepest ? .tooDeep : nil
  }

  /// Moves a child so that it becomes the child number `index`.
  @discardableResult
  public final func move(_ node: Node, to index: Int) -> StructureResult {
    guard let from = self.index(of: node) else { return refuse(.notAChild, node) }
    guard children.indices.contains(index) else { return refuse(.indexOutOfRange, node) }
    children.insert(children.remove(at: from), at: index)
    setNeedsSubscriptionSort()
    markStructure()
    return .success(())
  }

  /// Puts another node in a child's place.
  @discardableResult
  public final func replace(_ node: Node, with replacement: Node) -> StructureResult {
    guard node !== replacement else { return .success(()) }
    guard let index = index(of: node) else { return refuse(.notAChild, node) }
    if let reason = reasonToRefuse(replacement) { return refuse(reason, replacement) }
    // First out, then in: the replacement may have the same id.
    detach(node)
    replacement.parent?.detach(replacement)
    attach(replacement, at: index)
    node.tellLife()
    replacement.tellLife()
    return .success(())
  }

  /// Removes a child with all below it. Refused where the node is not a child.
  @discardableResult
  public final func remove(_ node: Node) -> StructureResult {
    guard node.parent === self else { return refuse(.notAChild, node) }
    detach(node)
    node.tellLife()
    return .success(())
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

  @discardableResult
  final func refuse(_ code: TreeError.Code, _ node: Node) -> StructureResult {
    let error = TreeError(code: code, node: node.key.isEmpty ? node.typeName : node.key, container: address)
    tree?.report(.refused(error))
    return .failure(error)
  }
}
