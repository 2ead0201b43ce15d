import Espalier

/// Twenty beds that know only the type of a service.
final class InjectedList: ContainerModel {
  private let gauge = RainGauge()

  private var value: Int {
    get { gauge.value }
    set { gauge.value = newValue }
  }

  override func didLoad() {
    persist(\.value, as: "value")
    provide(gauge)
    let button = CellModel(StepButton(value: value))
    button.listen(to: gauge.changed) { $0.content.value = $1 }
    header = button
    add((1...20).map(StepSection.init))
  }
}

/// One bed. It finds the rain gauge by its type.
final class StepSection: ContainerModel {
  private let number: Int

  init(_ number: Int) {
    self.number = number
    super.init(id: number)
  }

  override func didLoad() {
    guard let gauge = service(RainGauge.self) else { return }
    let row = CellModel(StepRow(section: number, value: gauge.value))
    row.listen(to: gauge.changed) { $0.content.value = $1 }
    add(row)
  }
}
