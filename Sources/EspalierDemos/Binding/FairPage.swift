import Espalier

/// Two cells, each of which shows one field of a model.
final class FairPage: ContainerModel {
  private let name = CellModel(FairField(id: "name", label: "Name"))
  private let ground = CellModel(FairField(id: "ground", label: "Place"))
  private var model = Signal(Fair(number: 1, turn: 1))
  /// How many models there have been, and how many names.
  private var number = 1
  private var turn = 1
  private var fair = Fair(number: 1, turn: 1) { didSet { model.send(fair) } }

  override func didLoad() {
    persist(\.number, as: "number")
    persist(\.turn, as: "turn")
    persist(\.fair, as: "fair")
    add(FairButtons())
    add(name)
    add(ground)
    show()
    on(FairButtons.change) { $0.change() }
    on(FairButtons.rename) { page in
      page.turn += 1
      page.fair.rename(number: page.number, turn: page.turn)
    }
  }

  /// Shows another model. It ends the listening of the cells to the one before.
  private func change() {
    number += 1
    turn += 1
    // Before `fair` changes, so that the listeners of the old model do not hear of it.
    model = Signal(fair)
    fair = Fair(number: number, turn: turn)
    show()
  }

  /// Each cell hears only of its own field.
  private func show() {
    name.listen(to: model, \.name) { ($0.content.value, $0.content.old) = ($1, $2) }
    ground.listen(to: model, \.ground) { ($0.content.value, $0.content.old) = ($1, $2) }
  }
}
