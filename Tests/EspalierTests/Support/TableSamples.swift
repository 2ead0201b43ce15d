@testable import Espalier

/// A row of a table with two columns.
struct Pear: TableRow, Identifiable {
  static let buy = Event<Int>("buy")
  let id: String
  var crates = 1
  var cells: [HTML] {
    "\(id)"
    "<b>\(crates)</b><button \(Self.buy, sends: 1)>Buy</button>"
  }
}

/// A row that always has one cell.
struct Lonely: TableRow, Identifiable {
  let id: String
  var cells: [HTML] { "\(id)" }
}

extension Table {
  static let pears = Table(
    "Pears",
    columns: [
      .init("name", "Kind", isSortable: true),
      .init("crates", "Crates & \"boxes\"", width: 120, alignment: .end, isSortable: true),
    ])

  func with(_ change: (inout Table) -> Void) -> Table {
    var table = self
    change(&table)
    return table
  }
}

/// A container that shows pears as a table.
func pearTable(_ ids: [String], _ table: Table = .pears) -> ContainerModel {
  let container = ContainerModel(id: "pears")
  container.layout = .table(table)
  container.add(ids.map { Pear(id: $0) })
  return container
}

/// A row that is a container with a cell for each column.
func cellRow(_ id: String, keys: [String] = ["name", "crates"]) -> ContainerModel {
  let row = ContainerModel(id: id)
  for key in keys { row.add(CellModel(Row(id: key, text: id))) }
  return row
}
