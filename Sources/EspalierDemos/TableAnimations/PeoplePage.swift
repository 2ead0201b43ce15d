import Espalier

/// A page with two regions: a table that is set as a value whenever something is pressed, and the chooser that says
/// how the change is shown.
final class PeoplePage: ContainerModel {
  var people = People() { didSet { show() } }

  private let table = ContainerModel(id: "table")
  private let chooser = Chooser(id: "chooser")
  private let list: @Sendable (People) -> Section

  /// A page that lists people in this way.
  init(list: @escaping @Sendable (People) -> Section) {
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
