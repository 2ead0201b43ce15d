import Espalier

/// The animation chooser: holds a choice and lists it, as a whole page or as one region of several.
///
/// Every row changes the choice, and the list is set anew with the animations that were just chosen.
final class Chooser: ContainerModel {
  var choice = AnimationChoice() { didSet { set(choice.list, animations: choice.animations) } }

  override func didLoad() { set(choice.list) }
}
