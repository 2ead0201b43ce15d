import Espalier

/// The animation chooser: holds a choice and shows it as a list. It is a page of its own, or one region of a page.
///
/// Every row changes the choice and sets the list again, with the animations just chosen.
final class Chooser: ContainerModel {
  var choice = AnimationChoice() { didSet { set(choice.list, animations: choice.animations) } }

  override func didLoad() { set(choice.list) }
}
