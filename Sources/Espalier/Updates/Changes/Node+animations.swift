extension Animations {
  func insertion(of node: Node) -> Transition { transition(node.isSection ? insertSections : insertRows) }
  func deletion(of node: Node) -> Transition { transition(node.isSection ? deleteSections : deleteRows) }
  func reload(of node: Node) -> Transition { transition(node.isSection ? reloadSections : reloadRows) }
  /// The transitions for replacing all rows at once.
  var exchange: ChangeSet.Exchange { .init(insert: transition(insertRows), delete: transition(deleteRows)) }
}

extension Node {
  /// The animations for changes here: the node's own, else those of the nearest container above that has some.
  final var animations: Animations { tree?.animated.isEmpty == false ? wish ?? .automatic : .automatic }

  private final var wish: Animations? { nextAnimations ?? parent?.wish }

  /// The animations for the node's insertion into, or removal from, a container with the animations `others`. The node
  /// may have left the tree already.
  final func animations(among others: Animations) -> Animations { nextAnimations ?? others }

  fileprivate var isSection: Bool { slot != .row || self is ContainerModel }
}
