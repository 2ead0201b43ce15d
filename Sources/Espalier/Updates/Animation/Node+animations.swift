extension Animations {
  func insertion(of node: Node) -> Transition { transition(node.isSection ? insertSections : insertRows) }
  func deletion(of node: Node) -> Transition { transition(node.isSection ? deleteSections : deleteRows) }
  func reload(of node: Node) -> Transition { transition(node.isSection ? reloadSections : reloadRows) }
  /// How all rows are exchanged at once.
  var exchange: ChangeSet.Exchange { .init(insert: transition(insertRows), delete: transition(deleteRows)) }
}

extension Node {
  /// The animations for what changes here: its own, or those of the nearest container above that has some.
  final var animations: Animations { tree?.animated.isEmpty == false ? wish ?? .automatic : .automatic }

  private final var wish: Animations? { nextAnimations ?? parent?.wish }

  /// The animations for its coming and going in a container that has these. It may be in no tree any more.
  final func animations(among others: Animations) -> Animations { nextAnimations ?? others }

  fileprivate var isSection: Bool { slot != .row || self is ContainerModel }
}
