import Espalier

/// A page with two regions: a table that each press sets again as a value, and the chooser for the animations of the
/// change.
final class PeoplePage: ContainerModel {
  var people = People() { didSet { show() } }

  private let table = ContainerModel(id: "table")
  private let chooser = Chooser(id: "chooser")
  private let list: @Sendable (People) -> ListSection

  /// Makes a page that shows people as the list that `list` returns.
  init(list: @escaping @Sendable (People) -> ListSection) {
    self.list = list
    super.init(id: nil as String?)
  }

  override func didLoad() {
    add(table)
    add(chooser)
    show()
  }

  private func show() { table.set(list(people), animations: chooser.choice.animations) }
}
