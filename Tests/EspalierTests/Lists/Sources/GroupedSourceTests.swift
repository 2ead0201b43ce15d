import EspalierTestSupport
import Testing

@testable import Espalier

/// Groups of rows, one for each key.
@Suite struct GroupedSourceTests {
  private struct Name: Identifiable, Hashable, Sendable { let id: String }

  private func names(_ keys: [String]) -> ArraySource<Name> { ArraySource(keys.map(Name.init)) }

  private func groups(_ keys: [String]) -> GroupedSource<String> { groups(names(keys)) }

  private func groups(_ names: Source) -> GroupedSource<String> {
    GroupedSource(names) { key in
      ArraySource((0..<(key.utf8.reduce(0) { $0 + Int($1) } % 3 + 1)).map { Row(id: "\(key)\($0)") })
    }
  }

  @Test func `the rows of all groups are one section, and each source is made once (GRP-01, GRP-03)`() throws {
    var made: [String] = []
    var shelves: [String: Shelf] = [:]
    let names = names(["one", "two"])
    let groups = GroupedSource(names) { (key: String) in
      made.append(key)
      shelves[key] = Shelf(key, key == "one" ? 3 : 2)
      return shelves[key] ?? Shelf(key, 0)
    }
    let source = RowsSource([groups])
    #expect(source.sectionCount == 1)
    #expect(try source.rowCount(in: 0) == 5)
    #expect(try source.row(at: RowPath(row: 0)).key == "one00")
    let heard = Heard(source)
    let two = try #require(shelves["two"])
    two.sections[0].append("more")
    two.announce(RowChanges([.insertRow(RowPath(row: 2))]))
    #expect(heard.take() == ["inserted row 0-5"])
    names.rows.reverse()
    #expect(made == ["one", "two"] && heard.changes.count == 1)
  }

  @Test func `keys come, go and change places (GRP-04)`() throws {
    let names = names(["one", "two"])
    let source = groups(names)
    let walks = [["two", "one"], ["one"], ["one", "two", "three"], ["one", "three"], [], ["a", "a", "b"]]
    for keys in walks {
      names.rows = keys.map(Name.init)
      let expected = groups(keys.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
      #expect(try ids(source) == ids(expected))
    }
  }

  @Test(arguments: [true, false])
  func `all orders of up to four keys become each other (GRP-05, GRP-07, GRP-08, H-D1, H-D11)`(
    isOneList: Bool
  ) throws {
    let letters = ["A", "B", "C", "D"]
    let lists = arrangements(below: 4).map { $0.map { letters[$0] } }
    for first in lists {
      for second in lists {
        let keys = names(first)
        let groups = groups(keys)
        let source: Source = isOneList ? RowsSource([groups]) : groups
        let root = ContainerModel()
        let tree = Tree(root)
        root.children.source = source
        keys.rows = second.map(Name.init)
        #expect(try ids(groups) == ids(self.groups(second)), "\(first) → \(second)")
        let shown =
          isOneList
          ? [root.children.map(\.key)] : root.children.map { ($0 as? ContainerModel)?.children.map(\.key) ?? [] }
        #expect(try shown == ids(source), "\(first) → \(second)")
        #expect(tree.takeDiagnostics().isEmpty)
      }
    }
    let numbers = names(["1", "2", "3", "4"])
    let source = groups(numbers)
    numbers.rows = ["4", "new1", "3", "new2", "1"].map(Name.init)
    #expect(try ids(source).flatMap(\.self) == ids(groups(["4", "new1", "3", "new2", "1"])).flatMap(\.self))
  }

  /// A list of the groups of rows by their texts.
  private func byText(_ rows: [Row], keys: Source? = nil, order: ((String, String) -> Bool)? = nil) throws -> (
    rows: ArraySource<Row>, list: ContainerModel, viewed: Viewed
  ) {
    let (rows, list) = (ArraySource(rows), ContainerModel())
    list.children.source = GroupedSource(rows, by: \Row.text, keys: keys, order: order)
    return (rows, list, try Viewed(list))
  }

  /// For example `a: 1 2, b: 3`.
  private func shown(_ list: ContainerModel) -> String {
    list.children.map { group in
      let rows = (group as? ContainerModel)?.children.map(\.nodeKey) ?? []
      return ([group.nodeKey + ":"] + rows).joined(separator: " ")
    }.joined(separator: ", ")
  }

  @Test func `rows are in the groups of their keys, and one that gets another key takes its node along`() throws {
    var (rows, list, viewed) = try byText([Row(id: "1", text: "b"), Row(id: "2", text: "a"), Row(id: "3", text: "b")])
    #expect(shown(list) == "b: 1 3, a: 2")
    let node = try #require(list.descendant(at: "b/1"))
    rows.update(Row(id: "1", text: "a"))
    #expect(shown(list) == "a: 1 2, b: 3" && list.descendant(at: "a/1") === node)
    let summary = try viewed.check().summary
    #expect(!summary.contains { $0.hasPrefix("insert") || $0.hasPrefix("remove") }, "\(summary)")
    rows.remove(id: "3")
    rows.append(Row(id: "4", text: "c"))
    #expect(shown(list) == "a: 1 2, c: 4")
    try viewed.check()
    #expect(viewed.tree.takeDiagnostics().isEmpty)
  }

  @Test func `groups of the keys of rows have an order`() throws {
    var (rows, list, viewed) = try byText([Row(id: "1", text: "b"), Row(id: "2", text: "a")], order: <)
    #expect(shown(list) == "a: 2, b: 1")
    rows.rows.append(Row(id: "3", text: "aa"))
    #expect(shown(list) == "a: 2, aa: 3, b: 1")
    try viewed.check()
  }

  @Test func `a source of keys says which groups there are, also empty ones, and gives them their headers`() throws {
    let keys = ArraySource([Row(id: "a", text: "first"), Row(id: "b", text: "second")])
    var (rows, list, viewed) = try byText([Row(id: "1", text: "b"), Row(id: "2", text: "c")], keys: keys)
    #expect(shown(list) == "a:, b: 1")
    func header(_ key: String) -> String? {
      (list.children[key: key] as? ContainerModel)?.header?.content(as: Row.self)?.text
    }
    #expect(header("a") == "first" && header("b") == "second")
    keys.rows = [Row(id: "c", text: "third"), Row(id: "b", text: "new"), Row(id: "a", text: "first")]
    #expect(shown(list) == "c: 2, b: 1, a:" && header("b") == "new" && header("c") == "third")
    try viewed.check()
    rows.update(Row(id: "2", text: "a"))
    #expect(shown(list) == "c:, b: 1, a: 2")
    keys.remove(id: "a")
    #expect(shown(list) == "c:, b: 1")
    keys.append(Row(id: "a", text: "back"))
    #expect(shown(list) == "c:, b: 1, a: 2" && header("a") == "back")
    try viewed.check()
    #expect(viewed.tree.takeDiagnostics().isEmpty)
  }

  @Test func `people delete a row of a group, and move it within the group`() throws {
    let rows = ArraySource(["a", "b", "a", "a"].enumerated().map { Row(id: "\($0 + 1)", text: $1) })
    let groups = GroupedSource(rows, by: \Row.text)
    #expect(groups.carryOut(.move(from: RowPath(row: 0), to: RowPath(row: 2))))
    #expect(try ids(groups) == [["2"], ["3", "4", "1"]])
    #expect(rows.rows.map(\.id) == ["2", "3", "4", "1"])
    #expect(!groups.carryOut(.move(from: RowPath(row: 0), to: RowPath(section: 1, row: 0))))
    #expect(groups.carryOut(.delete(RowPath(section: 1, row: 1))))
    #expect(rows.rows.map(\.id) == ["2", "3", "1"])
  }

  @Test func `the key of a row is asked for when the row is new or updated`() throws {
    var asked: [String] = []
    let rows = ArraySource((0..<100).map { Row(id: "\($0)", text: "\($0 % 3)") })
    let groups = GroupedSource<String>(
      rows,
      by: { (row: Row) in
        asked.append(row.id)
        return row.text
      })
    #expect(asked.count == 100)
    asked = []
    rows.update(Row(id: "7", text: "2"))
    try rows.move(from: 0, to: 50)
    rows.remove(id: "9")
    #expect(try groups.rowCounts().reduce(0, +) == 99)
    #expect(asked == ["7"])
  }

  @Test func `the headers of groups are those of the keys, however these change`() throws {
    let keys = ArraySource([Row(id: "a", text: "first"), Row(id: "b", text: "second")])
    var (_, list, viewed) = try byText([Row(id: "1", text: "b")], keys: keys)
    func header(_ key: String) -> String? {
      (list.children[key: key] as? ContainerModel)?.header?.content(as: Row.self)?.text
    }
    try keys.together {
      try keys.remove(at: 0)
      try keys.insert(Row(id: "a", text: "moved"), at: 1)
    }
    #expect(header("a") == "moved" && shown(list) == "b: 1, a:")
    keys.together {
      keys.section.title = "title"
      keys.update(Row(id: "b", text: "renamed"))
    }
    #expect(header("b") == "renamed")
    try viewed.check()
    #expect(viewed.tree.takeDiagnostics().isEmpty)
  }

  /// A source that says that it is not read.
  private final class Unread: Source {
    struct Notice: SourceNotice, Identifiable {
      var id = "~notice"
      var html: HTML { "not read" }
    }

    var rows: [Row]?
    init(_ rows: [Row]?) { self.rows = rows }
    override func rowCount(in section: Int) -> Int { rows?.count ?? 1 }
    override func row(at path: RowPath) -> any Content & Identifiable { rows?[path.row] ?? Notice() }
    func change(_ new: [Row]?) {
      rows = new
      announce(RowChanges([.updateSection(0)]))
    }
  }

  @Test func `what a source says instead of rows or keys stands above the groups, and is no key`() throws {
    let (rows, keys) = (Unread(nil), Unread([Row(id: "a"), Row(id: "b")]))
    let list = ContainerModel()
    list.children.source = GroupedSource(rows, by: \Row.text, keys: keys)
    var viewed = try Viewed(list)
    func notices() -> Int { list.children.filter { $0.nodeKey != "a" && $0.nodeKey != "b" }.count }
    #expect(list.children.count == 3 && notices() == 1)
    rows.change([Row(id: "1", text: "a")])
    #expect(shown(list) == "a: 1, b:")
    keys.change(nil)
    #expect(list.children.count == 1 && notices() == 1)
    keys.change([Row(id: "b"), Row(id: "a")])
    #expect(shown(list) == "b:, a: 1")
    try viewed.check()
    var asked: [String] = []
    let each = GroupedSource(Unread(nil)) { (key: String) in
      asked.append(key)
      return ArraySource<Row>()
    }
    #expect(asked == [] && each.sectionCount == 1)
  }

  @Test func `a group whose rows have gone and whose key is none is forgotten`() throws {
    let rows = ArraySource([Row(id: "1", text: "x")])
    let groups = RowGroups(of: rows, by: \Row.text, order: nil) { SourceSection(title: $0) }
    try groups.readAll()
    let first = groups.group(of: "x")
    groups.forget { _ in true }
    #expect(groups.group(of: "x") === first)
    rows.rows = []
    try groups.readAll()
    groups.forget { _ in true }
    #expect(groups.group(of: "x") !== first)
  }
}
