import Espalier

/// Stones that everybody who shares this list sees: whom that is, the page says.
final class StoneList: ContainerModel {
  private let note: ScopeNote
  private let stones = ContainerModel(id: "stones")
  private let buttons = CellModel(StoneButtons())
  private var count = 0

  init(_ about: String, at path: String) {
    note = ScopeNote(about: about, here: path)
    super.init()
  }

  override func didLoad() {
    keep(\.count, as: "count")
    stones.layout = .grid
    header = CellModel(note)
    add(stones)
    footer = buttons
    show()
    on(StoneButtons.put) { list in
      // A page that anybody may open must not grow without end.
      list.count = min(list.count + 1, 60)
      list.show()
    }
    on(StoneButtons.take) { list in
      list.count = max(list.count - 1, 0)
      list.show()
    }
  }

  private func show() {
    stones.set(rows: (0..<count).map { Stone(id: $0 + 1) })
    buttons.content.count = count
  }
}
