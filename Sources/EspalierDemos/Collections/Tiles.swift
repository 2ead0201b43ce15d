import Espalier

/// A collection of 9 or 54 items. How they are laid out is a field of the list; switching touches no item.
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
      arrange: CommandWith("arrange", to: Tiles.self) { $0.arrangement = $1 })
    let list = Section(header: header, layout: arrangement.layout) {
      FirstTile(isOpen: isOpen, toggle: Command("toggle", to: Tiles.self) { $0.isOpen.toggle() })
      (2...(isOpen ? 54 : 9)).map(Tile.init)
    }
    set(list, animations: Animations(insertRows: .middle, deleteRows: .middle))
  }
}

/// Two of them on one page: one begins downwards, the other sideways.
final class Collections: ContainerModel {
  override func didLoad() {
    add(Tiles("down", title: "Vertical", arrangement: .grid))
    add(Tiles("across", title: "Horizontal", arrangement: .strip))
  }
}
