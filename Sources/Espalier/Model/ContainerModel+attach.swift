extension ContainerModel {
  /// Makes a node a child, wherever it was until now.
  final func attach(_ node: Node, at index: Int) {
    children.insert(node, at: index)
    join(node, .row)
  }

  /// Takes a node out. Its hooks are called by whoever knows whether it is to be part of something else.
  final func detach(_ node: Node) {
    switch node.slot {
    case .row:
      guard let index = children.lastIndex(where: { $0 === node }) else { return }
      children.remove(at: index)
    case .header: headerNode = nil
    case .footer: footerNode = nil
    }
    leave(node)
  }

  /// Puts a node above or below the list in the place of the one that is there. One that has another parent moves here.
  final func put(_ node: Node?, into place: ReferenceWritableKeyPath<ContainerModel, Node?>, _ slot: Slot) {
    let old = self[keyPath: place]
    if node === old { return }
    if let node, node.parent !== self, let reason = reasonToRefuse(node) { return _ = refuse(reason, node) }
    if let old { detach(old) }
    if let node {
      node.parent?.detach(node)
      self[keyPath: place] = node
      join(node, slot)
    }
    old?.tellLife()
    node?.tellLife()
  }

  /// Makes all children what the list says, in one go: those marked in `keeping` are among the old ones, every other
  /// one is new here. Cost: linear.
  final func exchange(children new: [Node], keeping: [Bool]) {
    if let first = new.first, path.count + 1 > Tree.deepest { return _ = refuse(.tooDeep, first) }
    children = new
    setNeedsSubscriptionSort()
    for (index, node) in new.enumerated() where !keeping[index] { join(node, .row) }
    markStructure()
  }

  /// A node that stands in the container now becomes part of the tree.
  private final func join(_ node: Node, _ slot: Slot) {
    node.slot = slot
    node.key = freeKey(for: node)
    childrenByKey[node.key] = node
    node.parent = self
    node.hasNewPlace = true
    register(node)
    if !node.rowPlugins.isEmpty { node.setNeedsTools() }
    if let tree {
      node.setTree(tree)
      tree.arrivals.append(node)
    }
    markStructure()
    node.resolveAgain()
  }

  /// A node that does not stand in the container any more is no part of the tree.
  final func leave(_ node: Node) {
    childrenByKey[node.key] = nil
    if !node.rowPlugins.isEmpty { node.setNeedsTools() }
    node.parent = nil
    node.hasNewPlace = true
    unregister(node)
    if tree != nil { node.setTree(nil) }
    markStructure()
  }

  /// Makes a child's handlers and subscriptions, and those below it, known here and further up.
  private func register(_ node: Node) {
    if !(node is ContainerModel) { node.handlers.forEach(register) }
    let below = node.subscriptionsInside
    guard !below.isEmpty else { return }
    for container in path { below.forEach(container.note) }
  }

  private func unregister(_ node: Node) {
    if !(node is ContainerModel) { node.handlers.forEach(unregister) }
    let below = node.subscriptionsInside
    guard !below.isEmpty else { return }
    for container in path { below.forEach(container.forget) }
  }

  /// The node's slot, its id, or its type's name with an ordinal; a taken one gets the next free ordinal. A node that
  /// viewers still see here keeps its key.
  private func freeKey(for node: Node) -> String {
    if node.shownIn === self, !node.key.isEmpty, childrenByKey[node.key] == nil, node.slot == .row { return node.key }
    let id = node.slot.key ?? node.id
    let base = id.map(Key.encode) ?? Key.base(of: node.typeName)
    guard id == nil || childrenByKey[base] != nil else { return base }
    if id != nil { reportRepeated(base) }
    var ordinal = ordinals[base, default: 0]
    var key: String
    repeat {
      ordinal += 1
      key = ordinal == 1 ? base : "\(base)-\(ordinal)"
    } while childrenByKey[key] != nil
    ordinals[base] = ordinal
    return key
  }

  private func reportRepeated(_ key: String) {
    if let tree { tree.report(.duplicateKey(key, container: address)) } else { repeatedKeys.append(key) }
  }
}

extension Slot {
  /// The key of the one node that can stand there; nil where there are many.
  fileprivate var key: String? {
    switch self {
    case .row: nil
    case .header: "header"
    case .footer: "footer"
    }
  }
}
