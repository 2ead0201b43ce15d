import Espalier

/// Twenty pots in a grid that viewers can reorder.
final class TileBoard: ContainerModel {
  struct Tile: Content, Identifiable {
    let id: Int
    var placement: Layout.Placement { .height(112) }
    var html: HTML { "<span class=\"tile tone-\(id % 9)\">\(Self.plants[id - 1])</span>" }

    static let plants = [
      "Lavender", "Rosemary", "Basil", "Thyme", "Sage", "Mint", "Fig", "Lemon", "Olive", "Bay", "Myrtle", "Oleander",
      "Geranium", "Fuchsia", "Begonia", "Petunia", "Ivy", "Fern", "Aloe", "Agave",
    ]
  }

  private var order: [String] {
    get { children.map(\.nodeKey) }
    set {
      let tiles = Dictionary(uniqueKeysWithValues: children.map { ($0.nodeKey, $0) })
      children.removeAll()
      add(newValue.compactMap { tiles[$0] })
    }
  }

  override init() {
    super.init(id: "tiles")
    layout = .grid
    header = CellModel(Cell("Pots on the terrace", named: "BoardTitle") { "<h2>\($0)</h2>" })
    add(Tile.plants.indices.map { CellModel(Tile(id: $0 + 1)) })
    add(Reordering())
  }

  override func didLoad() { persist(\.order, as: "order") }
}
