import Espalier

/// Twelve things of three kinds in one list, of which a switch shows some.
final class MixedList: ContainerModel {
  private struct State: Codable, Equatable {
    var kind = MixedItem.Kind.all
    var expanded: Set<Int> = []
  }

  private var state = State()
  private var folded: Set<Int>?

  override func didLoad() {
    keep(\.state, as: "state")
    show()
  }

  override func willExport() {
    folded = state.expanded
    change { $0.expanded = MixedItem.texts }
  }

  override func didExport() {
    if let folded { change { $0.expanded = folded } }
  }

  private func change(_ change: (inout State) -> Void) {
    change(&state)
    show()
  }

  private func show() {
    let choose = CommandWith<MixedItem.Kind>("choose", to: MixedList.self) { list, kind in
      list.change { $0.kind = kind }
    }
    let list = Section(header: KindSwitch(chosen: state.kind, choose: choose)) {
      for item in MixedItem.samples where state.kind == .all || state.kind == item.kind { element(item) }
    }
    set(list, animations: Animations(insertRows: .fade, deleteRows: .fade))
    header?.isExported = false
  }

  private func element(_ item: MixedItem) -> [ListElement] {
    switch item {
    case .text(let id, let text):
      let toggle = Command("toggle", to: MixedList.self) {
        $0.change { if $0.expanded.remove(id) == nil { $0.expanded.insert(id) } }
      }
      let row = FoldingText(id: "text-\(id)", text: text, isExpanded: state.expanded.contains(id), toggle: toggle)
      return [ListElement(row)]
    case .colours(let id, let count):
      return [ListElement(Section("colours-\(id)", layout: .grid) { (0..<count).map { Swatch(id: id + $0) } })]
    case .user(let name, let place): return [ListElement(UserRow(id: name, place: place))]
    }
  }
}
