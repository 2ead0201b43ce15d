import EspalierTestSupport
import Testing

@testable import Espalier

/// A row with a weight.
struct Weighted: Content, Identifiable {
  let id: String
  var weight: Int
  var html: HTML { "\(id)" }
}

/// Containers that are ordered by weight.
@Suite struct WeightTests {
  private let list = ContainerModel()
  private let tree: Tree

  init() {
    list.children.isOrderedByWeight = true
    tree = Tree(list)
  }

  private func cell(_ id: String, _ weight: Int) -> CellModel<Weighted> {
    CellModel(Weighted(id: id, weight: weight))
  }

  private func section(_ id: String, _ weight: Int) -> ContainerModel {
    let section = ContainerModel(id: id)
    section.header = cell("header", weight)
    section.children.isOrderedByWeight = true
    return section
  }

  private func keys(_ container: ContainerModel? = nil) -> String {
    (container ?? list).children.map(\.key).joined(separator: " ")
  }

  private func codes() -> [TreeError.Code] {
    tree.takeDiagnostics().compactMap { if case .refused(let error) = $0 { error.code } else { nil } }
  }

  @Test func `sections have the order of their headers' weights, and rows that of their own (GRV-01 to GRV-04)`() {
    let (ten, five) = (section("ten", 10), section("five", 5))
    list.add(ten)
    list.add(five)
    #expect(keys() == "five ten")
    five.add([cell("3", 3), cell("2", 2)])
    #expect(keys(five) == "2 3")
    ten.add(cell("2", 2))
    ten.add(cell("1", 1))
    #expect(keys(ten) == "1 2")
    let other = ContainerModel()
    other.children.isOrderedByWeight = true
    other.children.addToLastSection([cell("b", 2), cell("a", 1)])
    #expect(other.children.count == 1)
    list.add([section("8", 8), section("1", 1), section("9", 9)])
    #expect(keys() == "1 five 8 9 ten")
    five.header = cell("header", 20)
    #expect(keys() == "1 8 9 ten five", "another header moves the section")
    (five.header as? CellModel<Weighted>)?.content.weight = 0
    #expect(keys() == "five 1 8 9 ten", "so does a header whose weight changes")
    five.children.weight = 8
    #expect(keys() == "1 five 8 9 ten", "so does a weight of its own")
    #expect(tree.takeDiagnostics().isEmpty)
  }

  @Test func `a row stands beside its anchor, and the others keep their places (GRV-05, H-E5)`() {
    let (three, five) = (cell("3", 3), cell("5", 4))
    list.add([three, five])
    list.add(cell("4", 5), at: .after(three))
    #expect(keys() == "3 4 5")
    list.add([cell("k1", 0), cell("k2", 9)], at: .before(five))
    #expect(keys() == "3 4 k1 k2 5")
    list.add(cell("4b", 4))
    list.add(cell("3b", 3))
    #expect(keys() == "3 4 3b k1 k2 5 4b")
  }

  @Test func `rows are removed with their section, replaced rows go where they belong (GRV-06)`() {
    let (one, two) = (section("one", 1), section("two", 2))
    list.add([one, two])
    one.add([cell("1", 1), cell("2", 2)])
    two.add([cell("a", 1), cell("b", 2)])
    one.children.replace(one.children[0], with: cell("3", 3))
    #expect(keys(one) == "2 3", "the original leaves it in the place of the row that it replaces")
    two.remove(two.children, emptySection: true)
    #expect(keys() == "one")
    one.children.removeAll()
    #expect(keys() == "one" && one.children.isEmpty)
    list.children.removeAll()
    #expect(list.children.isEmpty)
  }

  @Test func `rows that come one by one are in order, and folding them three times changes nothing (GRV-07, F65)`() {
    list.add(cell("3", 3))
    list.add(cell("5", 5))
    let folder = cell("F4", 4)
    list.add(folder)
    list.add([cell("2", 2), cell("1", 1)])
    #expect(keys() == "1 2 3 F4 5")
    for _ in 0..<3 {
      let inner = [CellModel(Note(text: "k1"), key: "k1"), CellModel(Note(text: "k2"), key: "k2")]
      list.add(inner, at: .after(folder))
      #expect(keys() == "1 2 3 F4 k1 k2 5")
      list.remove(inner)
      #expect(keys() == "1 2 3 F4 5")
    }
    list.add(cell("4b", 4))
    #expect(keys() == "1 2 3 F4 4b 5")
  }

  @Test func `rows of equal weight are all shown, in the order in which they came (GRV-08, H-E5)`() {
    let (a, b) = (cell("a", 1), cell("b", 1))
    list.add(b)
    list.add(a)
    list.add([cell("d", 1), cell("c", 1), cell("0", 0)])
    #expect(keys() == "0 b a d c")
    list.add([cell("f", 1), cell("e", 1)], at: .first)
    #expect(keys() == "0 f e b a d c")
    list.add(a)
    #expect(keys() == "0 f e b a d c" && codes() == [.alreadyAChild], "the same node twice is shown once")
    let (s1, s2) = (section("s1", 7), section("s2", 7))
    list.add([s1, s2])
    #expect(keys().hasSuffix("s1 s2"), "sections of equal weight too")
  }

  @Test func `a move against the order is refused, a move among equals is not`() {
    let cells = [cell("a", 1), cell("b", 1), cell("c", 2)]
    list.add(cells)
    _ = tree.flushAll()
    list.children.move(cells[2], to: 0)
    #expect(codes() == [.againstOrder])
    list.children.move(cells[0], to: 2)
    #expect(codes() == [.againstOrder])
    list.children.swap(cells[0], with: cells[2])
    #expect(keys() == "a b c" && codes() == [.againstOrder])
    #expect(tree.flushAll() == nil)
    list.children.move(cells[0], to: 1)
    list.children.swap(cells[0], with: cells[1])
    list.children.swap(cells[0], with: cells[1])
    #expect(keys() == "b a c" && tree.takeDiagnostics().isEmpty)
    let other = section("other", 9)
    list.add(other)
    other.add([cell("x", 1), cell("y", 5)])
    other.children.swap(other.children[1], with: cells[2])
    #expect(keys(other) == "x c" && keys() == "b a y other")
    other.children.swap(other.children[0], with: list.children[2])
    #expect(keys(other) == "x c" && codes() == [.againstOrder])
  }

  @Test func `a person cannot move a row against the order, and nobody is told of a move`() throws {
    let moves = Box(0)
    list.add(Reordering())
    list.on(Reordering.didMove) { _, _ in moves.value += 1 }
    list.add([cell("a", 1), cell("b", 1), cell("c", 2)])
    _ = tree.flushAll()
    _ = try tree.receive("move", from: "c", data: ["by": -1])
    _ = try tree.receive("move", from: "a", data: [:])
    #expect(keys() == "a b c" && moves.value == 0 && tree.takeDiagnostics().isEmpty)
    _ = try tree.receive("move", from: "b", data: ["by": -1])
    #expect(keys() == "b a c" && moves.value == 1)
  }

  @Test func `set orders rows and sections by weight and keeps their nodes`() {
    list.set(rows: [Weighted(id: "b", weight: 2), Weighted(id: "a", weight: 1), Weighted(id: "c", weight: 1)])
    #expect(keys() == "a c b")
    let nodes = list.children.map(ObjectIdentifier.init)
    list.set(rows: [Weighted(id: "b", weight: 0), Weighted(id: "a", weight: 1), Weighted(id: "c", weight: 1)])
    #expect(keys() == "b a c")
    #expect(list.children.map(ObjectIdentifier.init) == [nodes[2], nodes[0], nodes[1]])
    list.set {
      ListSection("late", header: Weighted(id: "h", weight: 9)) { Weighted(id: "x", weight: 1) }
      ListSection("early", header: Weighted(id: "h", weight: 1)) { Weighted(id: "y", weight: 1) }
    }
    #expect(keys() == "early late")
    list.set {
      ListSection("late", header: Weighted(id: "h", weight: 0)) { Weighted(id: "x", weight: 1) }
      ListSection("early", header: Weighted(id: "h", weight: 1)) { Weighted(id: "y", weight: 1) }
    }
    #expect(keys() == "late early")
    _ = tree.flushAll()
    #expect(tree.violations().isEmpty)
  }

  @Test func `a row whose weight changes moves, also one that stands beside an anchor`() {
    let (a, b) = (cell("a", 1), cell("b", 5))
    list.add([a, b, cell("c", 9)])
    let guest = cell("guest", 9)
    list.add(guest, at: .after(a))
    #expect(keys() == "a guest b c")
    a.content.weight = 6
    #expect(keys() == "guest b a c")
    guest.content.weight = 7
    #expect(keys() == "b a guest c")
  }

  @Test func `a list is put in order when it becomes ordered, and not after it ceases to be`() {
    let plain = ContainerModel(id: "plain")
    list.add(plain)
    plain.add([cell("b", 2), cell("a", 1)])
    #expect(keys(plain) == "b a")
    plain.children.isOrderedByWeight = true
    #expect(keys(plain) == "a b")
    plain.children.isOrderedByWeight = false
    plain.add(cell("c", 3), at: .first)
    #expect(keys(plain) == "c a b")
  }

  @Test func `a container with a source has the source's order`() {
    let source = ArraySource([Weighted(id: "b", weight: 2), Weighted(id: "a", weight: 1)])
    list.children.source = source
    #expect(keys() == "b a" && !list.children.isOrderedByWeight && codes() == [.hasSource])
    list.children.isOrderedByWeight = true
    #expect(keys() == "b a" && !list.children.isOrderedByWeight && codes() == [.hasSource])
  }

  @Test(arguments: seeds(200))
  func `whatever is done, the order holds, no row is lost, and viewers have the page (H-E5)`(seed: Int) throws {
    var random = SeededRandom(state: UInt64(seed))
    let root = ContainerModel()
    root.children.isOrderedByWeight = true
    var viewed = try Viewed(root, hasDOM: seed % 4 == 0)
    var expected: Set<String> = []
    var next = 0
    func new() -> CellModel<Weighted> {
      next += 1
      return cell("r\(next)", Int.random(in: 0...4, using: &random))
    }
    for _ in 0..<60 {
      let some = root.children.randomElement(using: &random) as? CellModel<Weighted>
      let other = root.children.randomElement(using: &random)
      switch (Int.random(in: 0..<10, using: &random), some) {
      case (0, _), (_, nil):
        let nodes = (0...Int.random(in: 0...3, using: &random)).map { _ in new() }
        expected.formUnion(nodes.map(\.content.id))
        root.add(nodes)
      case (1, _):
        let node = new()
        expected.insert(node.content.id)
        root.add(node, at: .index(Int.random(in: 0...root.children.count, using: &random)))
      case (2, let anchor?):
        let nodes = [new(), new()]
        expected.formUnion(nodes.map(\.content.id))
        if Bool.random(using: &random) {
          root.add(nodes, at: .after(anchor))
        } else {
          root.add(nodes, at: .before(anchor))
        }
        let places = ([anchor] + nodes).compactMap { node in root.children.firstIndex { $0 === node } }.sorted()
        #expect(places[2] - places[0] == 2, "they are beside the anchor")
      case (3, let row?):
        expected.remove(row.content.id)
        root.remove(row)
      case (4, let row?): row.content.weight = Int.random(in: 0...4, using: &random)
      case (5, let row?): root.children.move(row, to: Int.random(in: 0..<root.children.count, using: &random))
      case (6, let row?): if let other { root.children.swap(row, with: other) }
      case (7, let row?):
        let node = new()
        expected.remove(row.content.id)
        expected.insert(node.content.id)
        root.children.replace(row, with: node)
      default:
        let rows = root.children.compactMap { ($0 as? CellModel<Weighted>)?.content }.shuffled(using: &random).map {
          Weighted(id: $0.id, weight: Int.random(in: 0...4, using: &random))
        }
        root.set(rows: rows)
        // Stable: a sort of the rows by weight and place.
        let sorted = rows.indices.sorted { (rows[$0].weight, $0) < (rows[$1].weight, $1) }
        #expect(root.children.map(\.key) == sorted.map { rows[$0].id })
      }
      _ = viewed.tree.takeDiagnostics()
      let order = try #require(root.order as? WeightOrder)
      let weights = root.children.map(order.weight)
      #expect(zip(weights, weights.dropFirst()).allSatisfy { $0 <= $1 })
      #expect(Set(root.children.map(\.key)) == expected && root.children.count == expected.count)
      try viewed.check()
    }
  }
}
