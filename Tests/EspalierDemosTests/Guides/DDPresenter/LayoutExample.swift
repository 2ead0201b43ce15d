import Espalier

/// Four layouts that need one family of presenters each in DDPresenter.
enum LayoutExample {
  struct Tile: Content, Identifiable {
    let id: Int
    var placement: Layout.Placement { .height(80 + id % 3 * 40) }
    var html: HTML { "<b>\(id)</b>" }
  }

  final class Tiles: ContainerModel {
    static let choose = Event<String>("choose")
    static let layouts: [(name: String, layout: Layout)] = [
      ("UITableView", .list),
      ("UICollectionViewFlowLayout", .flow),
      ("NECollectionViewLayout", .grid(columns: 4)),
      ("CHTCollectionViewWaterfallLayout", .waterfall(columns: 2)),
    ]

    override func didLoad() {
      header = CellModel(
        Cell(Self.layouts.map(\.name), named: "Choice") { names in
          names.reduce("") { "\($0)<button \(Tiles.choose, sends: $1)>\($1)</button>" }
        })
      add((1...12).map(Tile.init))
      on(Self.choose) { tiles, name in
        tiles.layout = Self.layouts.first { $0.name == name }?.layout ?? tiles.layout
      }
    }
  }
}
