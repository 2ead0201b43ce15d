/// Keeps the children of a container in an order of its own. The methods that change the children ask it.
///
/// It is a slot of the container and not one of its `features`, because each added node and each new content asks it.
class ChildOrder {
  /// Whether `set` is comparing the children, which it will sort afterwards.
  @safe @exclusivity(unchecked) final var isPaused = false

  /// The index nearest to `index` where the order allows a node.
  func index(for node: Node, near index: Int, in list: ContainerModel) -> Int { index }

  /// Puts nodes without a parent among the children: next to the anchor, or near an index.
  func attach(_ nodes: [Node], at index: Int, nextTo anchor: Node?, in list: ContainerModel) {}

  /// Whether a node may go to an index, or come there from another container.
  func allows(_ node: Node, at index: Int, in list: ContainerModel) -> Bool { true }

  /// Whether a node may have the place of a child.
  func allows(_ node: Node, insteadOf child: Node, at index: Int, in list: ContainerModel) -> Bool { true }

  /// Puts all children in order.
  func sort(_ list: ContainerModel) {}

  /// The content of a child, or of the header of a child that is a container, has changed.
  func contentChanged<C: Content>(of cell: Node, from old: C, to new: C, in list: ContainerModel) {}

  /// A child that is a container has another header.
  func headerChanged(of child: ContainerModel, from old: Node?, to new: Node?, in list: ContainerModel) {}
}

extension Node {
  /// The container whose order the node's content decides: the one that holds the node, or as a header its container.
  final var listOfOrder: ContainerModel? { slot == .header ? parent?.parent : parent }
}
