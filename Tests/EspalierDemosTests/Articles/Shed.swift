import Espalier

/// The samples in the article on tables.
enum TablesArticle {
  struct Note: Content {
    var text: String
    var html: HTML { "\(text)" }
  }

  struct Crate: TableRow, Identifiable {
    static let sell = Event<String>("sell")
    let id: String
    var kilos = 0
    var cells: [HTML] {
      "\(id)"
      "\(kilos)"
      "<button \(Self.sell, sends: id)>Sell</button>"
    }
  }

  final class Shed: ContainerModel {
    @NodeState private var crates = [Crate(id: "Cox", kilos: 12), Crate(id: "Bosc", kilos: 30)]
    @NodeState private var order = Table.Order("name")

    override func didLoad() {
      layout = .table(
        Table(
          "Crates in the shed",
          columns: [
            .init("name", "Kind", isSortable: true),
            .init("kilos", "Kilos", width: 96, alignment: .end, isSortable: true),
            .init("sell", "", width: 96),
          ]))
      on(Table.sort) { shed, order in shed.order = order }
      on(Crate.sell) { shed, id in shed.crates.removeAll { $0.id == id } }
    }

    override func willRender() {
      layout.table?.order = order
      set(rows: crates.sorted(by: order, ["name": SortKey(\.id), "kilos": SortKey(\.kilos)]))
    }
  }

  static func rowOfNodes() -> ContainerModel {
    let row = ContainerModel(id: "Conference")
    for column in ["name", "kilos", "sell"] { row.add(CellModel(Note(text: column), key: column)) }
    return row
  }
}
