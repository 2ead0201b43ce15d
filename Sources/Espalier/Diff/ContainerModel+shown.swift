extension ContainerModel {
  /// One child as viewers know it: the key may be another one than the node has by now.
  struct Shown {
    let node: Node
    let key: String
  }

  /// Whether a listed child can stay: it is still a visible child here, under the same key.
  final func keeps(_ entry: Shown) -> Bool {
    entry.node.parent === self && entry.node.shownIn === self && !entry.node.isHidden && entry.node.key == entry.key
  }

  /// The address by which viewers know this container at this moment.
  final var shownAddress: String {
    guard let above = shownIn else { return "" }
    let key = above.shown[shownIndex].key
    let address = above.shownAddress
    return address.isEmpty ? key : "\(address)/\(key)"
  }

  /// The path of indices from the root to this container, as viewers see it at this moment.
  private final var shownPath: [Int] {
    guard let above = shownIn else { return [] }
    return above.shownPath + [shownIndex]
  }

  /// A place in the list that viewers see at this moment.
  final func place(at index: Int) -> ChangeSet.Place {
    .init(container: shownAddress, path: shownPath, index: index, before: nil)
  }

  /// Whether viewers see this container at this moment, though it may be on its way out.
  final func isListed(below root: ContainerModel) -> Bool {
    self === root || (shownIn?.isListed(below: root) ?? false)
  }

  /// Puts a node that viewers know from elsewhere into the list.
  final func list(_ node: Node, at index: Int) {
    shown.insert(.init(node: node, key: node.key), at: index)
    node.shownIn = self
    renumber(from: index)
  }

  /// Numbers what is listed, after it changed.
  final func renumber(from start: Int) {
    for index in shown.indices.dropFirst(start) { shown[index].node.shownIndex = index }
  }
}

extension Node {
  /// Forgets what viewers saw of this node and all below it.
  final func hideAll() {
    shownIn = nil
    shownIndex = -1
    guard let container = self as? ContainerModel else { return }
    for entry in container.shown where entry.node.shownIn === container { entry.node.hideAll() }
    container.shown = []
  }
}
