import Espalier
import EspalierHTTP
import EspalierServer
import EspalierTestSupport
import EspalierTesting
import Testing

@testable import EspalierSQLite
@testable import EspalierTables

private struct Plant: Content, Identifiable, Equatable {
  let id: Int
  var name: String
  var html: HTML { "\(name)" }
}

/// A random tree of sources. The leaves are rows of a table, or rows in memory.
private indirect enum Tree: Sendable {
  case fetched(bed: Int, bySection: Bool)
  case array([Plant])
  case sections([Tree])
  case rows([Tree])
  case short(Tree)
  case edited(Tree, id: Int)

  private static let letters = Array("abcdef")

  /// The beds have rows of their own, so that no id is in two leaves.
  static func random(_ random: inout SeededRandom, depth: Int, beds: inout Int) -> Tree {
    let kind = depth == 0 ? Int.random(in: 0...2, using: &random) : Int.random(in: 0...6, using: &random)
    func children() -> [Tree] {
      (0..<Int.random(in: 1...3, using: &random)).map { _ in Tree.random(&random, depth: depth - 1, beds: &beds) }
    }
    switch kind {
    case 0, 1:
      beds += 1
      return .fetched(bed: beds, bySection: kind == 0)
    case 2:
      beds += 1
      let bed = beds
      return .array(
        (0..<Int.random(in: 0...3, using: &random)).map { index in
          Plant(id: -10 * bed - index, name: String(letters.randomElement(using: &random) ?? "a"))
        })
    case 3: return .sections(children())
    case 4: return .rows(children())
    case 5: return .short(.random(&random, depth: depth - 1, beds: &beds))
    default:
      beds += 1
      let id = beds
      return .edited(.random(&random, depth: depth - 1, beds: &beds), id: id)
    }
  }

  func source(in database: Database) -> Source {
    switch self {
    case .fetched(let bed, let bySection):
      let text: SQL = "SELECT id, name FROM plant WHERE bed = \(bed)"
      let query =
        bySection
        ? Query<Plant>(text, sortedBy: .ascending("name"), section: "name")
        : Query<Plant>(text, sortedBy: .descending("name"))
      return FetchedSource(query, in: database)
    case .array(let plants): return ArraySource(plants)
    case .sections(let trees): return SectionsSource(trees.map { $0.source(in: database) })
    case .rows(let trees): return RowsSource(trees.map { $0.source(in: database) })
    case .short(let tree): return ArrangedSource<Plant>(tree.source(in: database)) { Tree.isShort($0.name) }
    case .edited(let tree, let id):
      return .editing(tree.source(in: database), behind: ArraySource([InsertRow(id: "insert \(id)")]))
    }
  }

  static func isShort(_ name: String) -> Bool { name.count == 1 }

  /// The names of the rows in order, as the table has them; the row that inserts is an empty name.
  func names(isEditing: Bool, of bed: (_ bed: Int, _ order: String) throws -> [String]) rethrows -> [String] {
    func all(_ trees: [Tree]) throws -> [String] { try trees.flatMap { try $0.names(isEditing: isEditing, of: bed) } }
    switch self {
    case .fetched(let number, let bySection): return try bed(number, bySection ? "name, id" : "name DESC, id DESC")
    case .array(let plants): return plants.map(\.name)
    case .sections(let trees), .rows(let trees): return try all(trees)
    case .short(let tree): return try all([tree]).filter(Tree.isShort)
    case .edited(let tree, _): return try all([tree]) + (isEditing ? [""] : [])
    }
  }
}

/// A page with a list over a random tree, and a button for editing.
private final class Garden: ContainerModel {
  private let list = ContainerModel()

  init(_ tree: Tree, in database: Database) {
    super.init()
    list.children.source = tree.source(in: database)
    list.header = .editButton
    list.add(Editing())
    add(list)
  }
}

/// Random trees of sources over a table: pages show the table, whoever writes, and patches lead to the page.
///
/// One seed after the other, because each has a database with its own threads.
@Suite(.serialized) struct FetchedTreeLaws {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func change(_ random: inout SeededRandom, beds: Int) -> SQL {
    let id = Int.random(in: 1...40, using: &random)
    let bed = Int.random(in: 1...max(beds, 1), using: &random)
    let name = ["a", "b", "c", "dd", "ee"].randomElement(using: &random) ?? "a"
    return switch Int.random(in: 0...4, using: &random) {
    case 0, 1: "INSERT OR IGNORE INTO plant (id, bed, name) VALUES (\(id), \(bed), \(name))"
    case 2, 3: "UPDATE plant SET name = \(name) WHERE id = \(id)"
    default: "DELETE FROM plant WHERE id = \(id)"
    }
  }

  /// The names on the page, in order.
  private func names(_ node: TestNode?) -> [String] {
    (node?.children ?? []).flatMap { child -> [String] in
      switch child.type {
      case "Plant": [child["name"]?.text ?? ""]
      case "InsertRow": [""]
      default: names(child)
      }
    }
  }

  @Test(arguments: seeds(500))
  func `pages equal the table, and patches lead to the page`(seed: Int) async throws {
    var random = SeededRandom(state: UInt64(seed))
    var beds = 0
    let tree = Tree.random(&random, depth: 3, beds: &beds)
    let database = Database(
      folder.path + "/plants.sqlite",
      schema: "CREATE TABLE IF NOT EXISTS plant (id INTEGER PRIMARY KEY, bed INTEGER NOT NULL, name TEXT NOT NULL)",
      limits: DatabaseLimits { $0.lookEvery = .milliseconds(10) })
    try await database.write { try $0.run("DELETE FROM plant WHERE id = 0") }
    let other = try Connection(path: database.name)
    let site = Site(log: Log(threshold: .silent)) {
      Page("/garden", title: "Garden") { Garden(tree, in: database) }
    }
    let way = try InProcess(site)
    let page = try await TestPage.open("/garden", over: way)
    var isEditing = false
    for round in 0..<6 {
      let (old, version) = (page.document, page.version)
      let changes = (0..<Int.random(in: 1...4, using: &random)).map { _ in Self.change(&random, beds: beds) }
      switch Int.random(in: 0...5, using: &random) {
      case 0:
        isEditing.toggle()
        let button = try #require(page["container"]?.children.first { $0.type == "EditButton" })
        try await page.send("edit", from: button.address, data: .bool(isEditing))
      case 1, 2:
        try other.execute("BEGIN IMMEDIATE")
        for change in changes { try other.each(change.text, change.values) { _ in true } }
        try other.execute("COMMIT")
      default:
        try await database.write { data in for change in changes { try data.run(change) } }
      }
      let expected = try tree.names(isEditing: isEditing) { bed, order in
        var names: [String] = []
        try other.each("SELECT id, name FROM plant WHERE bed = \(bed) ORDER BY \(order)") { row in
          names.append(try Plant(from: row.decoder).name)
          return true
        }
        return names
      }
      do { try await page.wait { names($0["container"]) == expected } } catch {
        Issue.record("seed \(seed), round \(round), \(tree): \(names(page["container"])), not \(expected)")
        return
      }
      do { try await check(way, from: old, version, to: page) } catch {
        Issue.record("seed \(seed), round \(round), \(tree): patches do not lead to \(page.document)")
        return
      }
    }
  }

  /// The patches since a version make the old page the new one.
  private func check(_ way: InProcess, from old: JSON, _ version: String, to page: TestPage) async throws {
    let request = try Request(
      .get, "/garden/patches?since=\(version)&dialect=json-patch",
      headers: [.accept: "application/json", .cookie: page.cookie ?? ""])
    // A change that shows no other rows, such as a new empty section, can come later.
    try await until {
      let reply = try JSON(parsing: try await way.reply(to: request).body.collected)
      guard case .array(let entries)? = reply["patches"] else { return false }
      let patched = try entries.reduce(old) { try JSONPatch.apply($1["patch"] ?? .null, to: $0) }
      try await page.reload()
      return patched ~~ page.document
    }
  }
}
