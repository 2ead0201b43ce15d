import Espalier

/// Twelve items of three kinds in one list. A switch filters them, and viewers can reorder them.
final class MixedList: ContainerModel {
  private struct State: Codable, Equatable {
    var kind = MixedItem.Kind.all
    var expanded: Set<Int> = []
    var order = MixedItem.samples.map(\.id)
  }

  private var state = State()
  private var folded: Set<Int>?

  override func didLoad() {
    persist(\.state, as: "state")
    add(Reordering())
    on(Reordering.didMove) { list, _ in list.takeOrder() }
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

  /// Stores the new order of the rows that are shown. Rows that the filter hides keep their places.
  private func takeOrder() {
    let shown = children.map(\.nodeKey)
    var next = shown.makeIterator()
    state.order = state.order.compactMap { shown.contains($0) ? next.next() : $0 }
  }

  private func show() {
    let choose = Command<MixedItem.Kind>("choose", to: MixedList.self) { list, kind in
      list.change { $0.kind = kind }
    }
    let items = state.order.compactMap { MixedItem.byID[$0] }.filter { state.kind == .all || state.kind == $0.kind }
    let list = ListSection(header: KindSwitch(chosen: state.kind, count: items.count, choose: choose)) {
      for item in items { element(item) }
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
      let row = FoldingText(id: item.id, text: text, isExpanded: state.expanded.contains(id), toggle: toggle)
      return [ListElement(row)]
    case .colours(let id, let count):
      let title = Cell(count, named: "ColoursTitle") { "<p>\($0) colours</p>" }
      return [
        ListElement(ListSection(item.id, header: title, layout: .grid) { (0..<count).map { Swatch(id: id + $0) } })
      ]
    case .user(let name, let place): return [ListElement(UserRow(id: item.id, name: name, place: place))]
    }
  }
}
