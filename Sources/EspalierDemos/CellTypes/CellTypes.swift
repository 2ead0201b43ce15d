import Espalier

/// A list of rows of six types. Each press changes the garden and sets the whole list again; Espalier finds
/// the difference.
final class CellTypes: ContainerModel {
  private var garden = Garden()
  private var pressed = ""

  override func didLoad() { show() }

  /// Changes the garden, stores the name of the action, and shows the list. Every command calls it.
  private func press(_ name: String, _ change: (inout Garden) -> Void) {
    change(&garden)
    pressed = name
    show()
  }

  private func show() { set(list) }

  private var list: ListSection {
    ListSection(header: PressedHeader(name: pressed)) {
      PictureRow(garden: garden)
      SwitchRow(
        isOn: garden.isSummer,
        flip: Command("flip", to: CellTypes.self) { list, new in
          list.press("Summer: \(new.isOn ? "on" : "off")") { $0.isSummer = new.isOn }
        })
      StepperRow(
        count: garden.fruit,
        step: Command("step", to: CellTypes.self) { list, by in
          list.press("Fruit: \(by > 0 ? "one more" : "one less")") { $0.fruit = Garden.bearable($0.fruit + by) }
        }.accepting(-1...1))
      for kind in Garden.Kind.allCases {
        KindOfFruitRow(
          kind: kind, isChosen: garden.kind == kind,
          select: Command("select", to: CellTypes.self) { $0.press("Kind: \(kind)") { $0.kind = kind } })
      }
      TextRow(title: "Planted", detail: "1871, against the south wall")
      LinkRow(title: "Rows from three origins", href: "/origins")
    }
  }
}
