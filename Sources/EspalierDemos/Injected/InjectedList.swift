import Espalier

/// Twenty sections that know only the type of a service.
final class InjectedList: ContainerModel {
  private let steps = Steps()

  private var value: Int {
    get { steps.value }
    set { steps.value = newValue }
  }

  override func didLoad() {
    persist(\.value, as: "value")
    provide(steps)
    header = CellModel(StepButton())
    add((1...20).map(StepSection.init))
  }
}

/// One section. It finds the counter by its type.
final class StepSection: ContainerModel {
  private let number: Int

  init(_ number: Int) {
    self.number = number
    super.init(id: number)
  }

  override func didLoad() {
    guard let steps = service(Steps.self) else { return }
    let row = CellModel(StepRow(section: number, value: steps.value))
    row.listen(to: steps.changed) { $0.content.value = $1 }
    add(row)
  }
}
