import Espalier

/// Twenty tiles in a grid that viewers can reorder.
final class TileBoard: ContainerModel {
  struct Tile: Content, Identifiable {
    let id: Int
    var placement: Placement { .height(88) }
    var html: HTML { "<span class=\"tile tone-\(id % 9)\">\(id)</span>" }
  }

  private var order: [String] {
    get { children.map(\.key) }
    set {
      let tiles = Dictionary(uniqueKeysWithValues: children.map { ($0.key, $0) })
      removeAll()
      add(newValue.compactMap { tiles[$0] })
    }
  }

  override init() {
    super.init(id: "tiles")
    layout = .grid
    header = CellModel(Cell("Tiles", named: "BoardTitle") { "<h2>\($0)</h2>" })
    add((1...20).map { CellModel(Tile(id: $0)) })
    add(Reordering())
  }

  override func didLoad() { persist(\.order, as: "order") }
}
