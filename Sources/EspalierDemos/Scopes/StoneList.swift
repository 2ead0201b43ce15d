import Espalier

/// A list of stones. The scope of its page decides who shares it.
final class StoneList: ContainerModel {
  private let note: ScopeNote
  private let stones = ContainerModel(id: "stones")
  private let buttons = CellModel(StoneButtons())
  private var count = 3

  init(_ about: String, at path: String) {
    note = ScopeNote(about: about, here: path)
    super.init()
  }

  override func didLoad() {
    persist(\.count, as: "count")
    stones.layout = .grid
    header = CellModel(note)
    add(stones)
    footer = buttons
    show()
    on(StoneButtons.put) { list in
      // Anybody can open this page, so its list must not grow without limit.
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
