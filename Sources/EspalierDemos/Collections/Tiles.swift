import Espalier

/// A catalogue of 9 or 54 flowers. The layout is a property of the list; switching it touches no tile.
final class Tiles: ContainerModel {
  var isOpen = false { didSet { show() } }
  var arrangement: Arrangement { didSet { show() } }
  private let title: String

  init(_ id: String, title: String, arrangement: Arrangement) {
    self.title = title
    self.arrangement = arrangement
    super.init(id: id)
  }

  override func didLoad() { show() }

  private func show() {
    let header = TilesHeader(
      title: title, arrangement: arrangement,
      arrange: Command("arrange", to: Tiles.self) { $0.arrangement = $1 })
    let list = ListSection(header: header, layout: arrangement.layout) {
      FirstTile(isOpen: isOpen, toggle: Command("toggle", to: Tiles.self) { $0.isOpen.toggle() })
      (2...(isOpen ? Tile.names.count : 9)).map(Tile.init)
    }
    set(list, animations: Animations(insertRows: .middle, deleteRows: .middle))
  }
}

/// Two catalogues on one page: the first starts as a grid, the second as a strip.
final class Collections: ContainerModel {
  override func didLoad() {
    add(Tiles("down", title: "Summer flowers", arrangement: .grid))
    add(Tiles("across", title: "On sale", arrangement: .strip))
  }
}
