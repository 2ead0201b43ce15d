import Testing

@testable import Espalier

/// What is wrong with a table is reported once, with the remedy. A site reports it when it starts.
@Suite struct TableFaultTests {
  private func reports(of root: ContainerModel) -> [String] {
    let tree = Tree(root)
    _ = tree.flushAll()
    return tree.takeDiagnostics().map(\.description)
  }

  @Test func `a good table has nothing to report`() {
    let root = pearTable(["Comice", "Cox"])
    root.add(cellRow("Bosc"))
    root.footer = CellModel(Pear(id: "All"))
    #expect(reports(of: root) == [])
  }

  @Test func `two columns with one id are reported`() {
    let table = Table("", columns: [.init("a", "A"), .init("a", "B")])
    #expect(
      reports(of: pearTable(["x"], table)).contains { $0.contains("has two columns with the id \"a\"; give each") })
  }

  @Test func `a table without columns is reported`() {
    #expect(reports(of: pearTable([], Table("", columns: []))).contains { $0.contains("has no columns; declare") })
  }

  @Test func `a width beyond the limits is reported`() {
    let table = Table.pears.with { $0.columns[0].width = 10_000 }
    #expect(reports(of: pearTable([], table)).contains { $0.contains("width of \"\" is 10000, outside 0 to 9999") })
  }

  @Test func `an order by a column that cannot sort is reported`() {
    let table = Table("", columns: [.init("a", "A", isSortable: true), .init("b", "B")], order: .init("b"))
    let expected = "has an order by \"b\", which is not sortable; the sortable columns are a"
    #expect(reports(of: pearTable([], table)).contains { $0.contains(expected) })
  }

  @Test func `a row with too few or too many cells is reported with its type, the columns and the remedy`() {
    let root = pearTable([])
    root.add([Lonely(id: "one"), Lonely(id: "two")])
    #expect(
      reports(of: root) == [
        "the table \"\" has 2 columns (name, crates), but a row of the type Lonely has 1 cells; return one piece of "
          + "markup for each column"
      ])
    #expect(reports(of: pearTable(["x"], Table("", columns: [.init("a", "A")]))).first?.contains("has 2 cells") == true)
  }

  @Test func `a content that writes its own cells is told to conform to TableRow`() {
    let root = pearTable([])
    root.add(Cell(named: "Raw") { "<td>1</td><td>2</td>" })
    #expect(reports(of: root).contains { $0.contains("writes its own <td>; conform to TableRow") })
  }

  @Test func `a cell with a wrong end tag is reported`() {
    let root = pearTable([])
    root.add(CellModel(Split(id: "x")))
    #expect(reports(of: root).contains { $0.contains("wrong end tags") })
  }

  private struct Split: TableRow, Identifiable {
    let id: String
    var cells: [HTML] {
      "<b>\(id)"
      "</b>"
    }
  }

  @Test func `a row that is a container and does not have a cell for each column is reported`() {
    let root = pearTable([])
    root.add(cellRow("Cox", keys: ["crates", "name"]))
    let section = ContainerModel(id: "section")
    section.header = CellModel(Title(text: "A section"))
    section.add([Pear(id: "x"), Pear(id: "y"), Pear(id: "z")])
    root.add(section)
    let reports = reports(of: root)
    #expect(
      reports.contains { $0.contains("has the columns name, crates, but its row \"Cox\" has the cells crates, name") })
    #expect(reports.contains { $0.contains("its row \"section\" has the cells x, y, z") })
    #expect(reports.contains { $0.contains("does not show the header or the footer of its row \"section\"") })
  }

  @Test func `a table as a row of a table, and a header of its own, are reported`() {
    let root = pearTable([])
    root.add(pearTable([]))
    root.header = CellModel(Title(text: "Pears"))
    let reports = reports(of: root)
    #expect(reports.contains { $0.contains("the table \"pears\" is a row of another table") })
    #expect(reports.contains { $0.contains("makes its own header, so the header Title is not shown") })
  }

  @Test(arguments: [
    ("weight", "is not a column; the sortable columns are name, crates"), ("crate", "is not a column"),
  ])
  func `an order by an unknown column is refused before any handler runs`(column: String, reason: String) throws {
    let root = pearTable(["Comice"])
    var sorted = false
    root.on(Table.sort) { _, _ in sorted = true }
    let tree = Tree(root)
    _ = tree.flushAll()
    let error = #expect(throws: DeliveryError.self) {
      try tree.receive("sort", from: "header", data: ["column": .string(column)])
    }
    guard case .notOffered(let refusal)? = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(refusal.field == "data.column" && refusal.reason.hasPrefix(reason) && !sorted)
    _ = try tree.receive("sort", from: "header", data: ["column": "crates"])
    #expect(sorted)
  }
}
