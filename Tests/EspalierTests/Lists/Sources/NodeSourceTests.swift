import EspalierTestSupport
import Testing

@testable import Espalier

/// Sources whose rows are shown by other rows, or by nodes of their own.
@Suite struct NodeSourceTests {
  private struct Person: Identifiable, Hashable, Sendable {
    var id: Int
    var name: String
  }

  private final class RowCell: CellModel<Row> {}

  private final class PersonModel: ContainerModel {
    private(set) var names: [String]

    init(_ person: Person) {
      names = [person.name]
      super.init()
      header = CellModel(Note(text: person.name))
    }

    func show(_ person: Person) { names.append(person.name) }
  }

  private let root = ContainerModel()
  private let people = ArraySource([Person(id: 1, name: "Ada"), Person(id: 2, name: "Alan")])

  private func texts(_ list: ContainerModel) -> [String] {
    list.childNodes.compactMap { ($0 as? CellModel<Row>)?.content.text }
  }

  @Test func `one source of values is shown as one kind of row here and as another there`() throws {
    var mapped = 0
    root.children.source = people.map { (person: Person) in
      mapped += 1
      return Row(id: "\(person.id)", text: "card of \(person.name)")
    }
    var viewed = try Viewed(root)
    let cells = root.childNodes
    people.update(Person(id: 2, name: "Turing"))
    people.append(Person(id: 3, name: "Grace"))
    #expect(try viewed.check().summary.sorted() == ["insert 3", "update 2"])
    #expect(mapped == 4 && root.childNodes.starts(with: cells, by: ===))
    #expect(texts(root) == ["card of Ada", "card of Turing", "card of Grace"])
    let lines = ContainerModel()
    lines.children.source = ArraySource(people.rows).map { (person: Person) in
      Row(id: "\(person.id)", text: "line of \(person.name)")
    }
    #expect(texts(lines) == ["line of Ada", "line of Turing", "line of Grace"])
  }

  @Test func `a value without markup that nobody shows is reported, with the remedy`() throws {
    root.children.source = people
    let viewed = try Viewed(root)
    let report = viewed.tree.takeDiagnostics().map(\.description)
    #expect(
      report.count == 2 && report[0].contains("Person has no markup: show other rows with `map`, or nodes with `node`"))
  }

  @Test func `a container shows a row, and gets each other value`() throws {
    root.children.source = people.node {
      PersonModel($0)
    } update: {
      $0.show($1)
    }
    var viewed = try Viewed(root)
    let models = root.childNodes.compactMap { $0 as? PersonModel }
    #expect(models.map(\.nodeKey) == ["1", "2"])
    try people.move(from: 0, to: 1)
    people.update(Person(id: 1, name: "Lovelace"))
    people.update(Person(id: 1, name: "Lovelace"))
    #expect(root.childNodes.elementsEqual(models.reversed(), by: ===))
    #expect(models.map(\.names) == [["Ada", "Lovelace"], ["Alan"]])
    try viewed.check()
  }

  @Test func `nodes are made through sources that filter, group, join and edit others`() throws {
    let (one, other) = (ArraySource([Row(id: "a"), Row(id: "b")]), ArraySource([Row(id: "c")]))
    let nodes = one.node { RowCell($0) }
    let shown = ArrangedSource<Row>(nodes, by: { $0.id > $1.id })
    root.children.source = .editing(.sections([.rows([shown]), other]))
    var viewed = try Viewed(root)
    root.children.isEditing = true
    func kinds() -> [[String]] {
      root.childNodes.map { section in
        ((section as? ContainerModel)?.childNodes ?? []).map { "\($0.nodeKey) \($0 is RowCell)" }
      }
    }
    #expect(kinds() == [["b true", "a true"], ["c false", "insert false"]])
    one.append(Row(id: "z"))
    #expect(kinds()[0] == ["z true", "b true", "a true"])
    try viewed.check()
  }

  @Test func `rows of other types are cells, as without a closure`() throws {
    root.children.source = Source.rows([people, ArraySource([Row(id: "x")])]).node { PersonModel($0) }
    _ = try Viewed(root)
    #expect(root.childNodes.map { "\(type(of: $0))" } == ["PersonModel", "PersonModel", "CellModel<Row>"])
  }

  @Test func `nodes whose rows have left are used again if so many are kept`() throws {
    let all = people.rows
    root.children.source = people.node(keeping: 1) {
      PersonModel($0)
    } update: {
      $0.show($1)
    }
    var viewed = try Viewed(root)
    let models = root.childNodes
    people.rows = []
    try viewed.check()
    people.rows = [all[0], Person(id: 2, name: "Turing")]
    // The one that left first is forgotten.
    #expect(root.childNodes[0] !== models[0] && root.childNodes[1] === models[1])
    #expect((models[1] as? PersonModel)?.names == ["Alan", "Turing"])
    try viewed.check()
  }
}
