extension ContainerModel {
  /// Makes a node without a parent a child, at the index or where the order wants it. Returns its index.
  @discardableResult
  final func attach(_ node: Node, at index: Int) -> Int {
    let index = order?.index(for: node, near: index, in: self) ?? index
    childNodes.insert(node, at: index)
    join(node, .row)
    return index
  }

  /// Puts nodes without a parent among the children: next to the anchor, or near an index.
  final func attach(_ nodes: [Node], at index: Int, nextTo anchor: Node?) {
    if let order { return order.attach(nodes, at: index, nextTo: anchor, in: self) }
    childNodes.insert(contentsOf: nodes, at: index)
    for node in nodes { join(node, .row) }
  }

  /// Takes a node out. The caller calls the node's hooks, because only the caller knows whether the node moves
  /// elsewhere.
  final func detach(_ node: Node) {
    switch node.slot {
    case .row:
      guard let index = childNodes.lastIndex(where: { $0 === node }) else { return }
      childNodes.remove(at: index)
    case .header: headerNode = nil
    case .footer: footerNode = nil
    }
    leave(node)
  }

  /// Sets the header or the footer, and removes the old one. A node with another parent moves here.
  final func put(_ node: Node?, into place: ReferenceWritableKeyPath<ContainerModel, Node?>, _ slot: Slot) {
    var old: Node?
    let isDone = restructure(node ?? self) {
      old = self[keyPath: place]
      if node === old { return false }
      if let node, node.parent !== self, let reason = reasonToRefuse(node) { return isRefused(reason, node) }
      if let old { detach(old) }
      if let node {
        node.parent?.detach(node)
        self[keyPath: place] = node
        join(node, slot)
      }
      if slot == .header, let parent { parent.order?.headerChanged(of: self, from: old, to: node, in: parent) }
      return true
    }
    guard isDone else { return }
    old?.tellLife()
    node?.tellLife()
  }

  /// Replaces all children at once. `keeping` marks those that are children already; all others are new here. Cost:
  /// linear.
  final func exchange(children new: [Node], keeping: [Bool]) {
    order?.isPaused = false
    if let first = new.first, path.count + 1 > Tree.deepest { return refuse(.tooDeep, first) }
    childNodes = new
    order?.sort(self)
    for feature in features { feature.didReorder(self) }
    for (index, node) in new.enumerated() where !keeping[index] { join(node, .row) }
    markStructure()
  }

  /// Makes a node that was put into the container part of the tree.
  final func join(_ node: Node, _ slot: Slot) {
    node.slot = slot
    node.key = freeKey(for: node)
    childrenByKey[node.key] = node
    node.parent = self
    node.hasNewPlace = true
    tellChildChanged(node)
    if let tree {
      node.setTree(tree)
      tree.arrivals.append(node)
    }
    markStructure()
    for feature in node.features { feature.didJoin(self, node) }
  }

  /// Makes a node that was taken out of the container leave the tree.
  final func leave(_ node: Node) {
    childrenByKey[node.key] = nil
    tellChildChanged(node)
    node.parent = nil
    node.hasNewPlace = true
    for feature in node.features { feature.didLeave(self, node) }
    if tree != nil { node.setTree(nil) }
    markStructure()
  }

  /// Tells this container and the one above, because the node can be a part of a row there: a header, or a cell.
  private func tellChildChanged(_ node: Node) {
    for feature in features { feature.childChanged(node, in: self) }
    guard let parent else { return }
    for feature in parent.features { feature.childChanged(node, in: parent) }
  }

  /// The key for a new node: its slot, its id, or its type's name. If that key is taken, the next free ordinal is
  /// added. A row that viewers still see here keeps its key.
  private func freeKey(for node: Node) -> String {
    if node.shownIn === self, !node.key.isEmpty, childrenByKey[node.key] == nil, node.slot == .row { return node.key }
    let id = node.slot.key ?? node.id
    let base = id.map(NodeKey.encode) ?? NodeKey.base(of: node.typeName)
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
    report { .duplicateKey(key, container: $0.address) }
  }
}

extension Slot {
  /// The key of the slot's only node; nil for rows.
  fileprivate var key: String? {
    switch self {
    case .row: nil
    case .header: "header"
    case .footer: "footer"
    }
  }
}
