import Testing

@testable import Espalier

/// Rows that people fold and unfold.
@Suite struct FoldingTests {
  private struct Folder: Content {
    var name: String
    var canFold = true
    var isOpenAtStart = false
    var traits: RowTraits { RowTraits(canFold: canFold, isOpenAtStart: isOpenAtStart) }
    var html: HTML { "<b>\(name)</b>" }
  }

  private let list = ContainerModel(id: "list")
  private let root = ContainerModel()
  private let folding = Folding()
  private let heard = Box<[String]>([])

  /// A list with the folders `a`, which has a folder `b` with a folder `c`, and `empty`.
  init() {
    root.add(list)
    root.on(Folding.didFold) { [heard] in heard.value.append("\($1.row) \($1.isOpen)") }
    list.set {
      ListSection("a", header: Folder(name: "A")) {
        rows(["a1", "a2"])
        ListSection("b", header: Folder(name: "B")) {
          rows(["b1"])
          ListSection("c", header: Folder(name: "C")) { rows(["c1"]) }
        }
      }
      ListSection("empty", header: Folder(name: "Empty"))
      rows(["plain"])
    }
    list.add(folding)
  }

  private func shown(_ viewed: Viewed) -> [String] { addresses(viewed.snapshot, "") }

  /// The keys of the rows that viewers see, without headers.
  private func addresses(_ node: NodeSnapshot, _ above: String) -> [String] {
    node.children.filter { $0.slot == .row }.flatMap { [$0.key] + addresses($0, $0.key) }
  }

  private func press(_ row: String, _ isOpen: Bool, _ viewed: inout Viewed) throws {
    _ = try viewed.tree.receive("fold", from: "list/\(row)/header", data: .bool(isOpen))
    try viewed.check()
  }

  private func html(_ row: String) -> String {
    list.descendant(at: "\(row)/header")?.asCell?.snapshot?.html.source ?? ""
  }

  @Test func `a press shows the rows below, and another hides them; the event has its state (FLD-01, FLD-02, GRV-09)`()
    throws
  {
    var viewed = try Viewed(root)
    #expect(shown(viewed) == ["list", "a", "empty", "plain"] && html("a").contains("aria-expanded=\"false\""))
    try press("a", true, &viewed)
    #expect(shown(viewed) == ["list", "a", "a1", "a2", "b", "empty", "plain"])
    #expect(html("a").contains("aria-expanded=\"true\""))
    try press("a", true, &viewed)
    try press("a", false, &viewed)
    #expect(shown(viewed) == ["list", "a", "empty", "plain"])
    #expect(heard.value == ["list/a true", "list/a false"])
  }

  @Test func `empty sections with headers fold, unfold, fill and empty (H-E16)`() throws {
    var viewed = try Viewed(root)
    // Nothing is below it, so there is nothing to press, and an old press is refused.
    #expect(!html("empty").contains("aria-expanded"))
    #expect(throws: DeliveryError.self) {
      _ = try viewed.tree.receive("fold", from: "list/empty/header", data: true)
    }
    let section = try #require(list.children[key: "empty"] as? ContainerModel)
    section.add(Row(id: "late"))
    try viewed.check()
    try press("empty", true, &viewed)
    #expect(shown(viewed) == ["list", "a", "empty", "late", "plain"])
    section.children.removeAll()
    try viewed.check()
    #expect(shown(viewed) == ["list", "a", "empty", "plain"] && !html("empty").contains("aria-expanded"))
  }

  @Test func `a row that folds takes everything below it away, and is unfolded with folded rows (FLD-03, H-E4)`() throws
  {
    var viewed = try Viewed(root)
    for row in ["a", "a/b", "a/b/c"] { try press(row, true, &viewed) }
    #expect(shown(viewed) == ["list", "a", "a1", "a2", "b", "b1", "c", "c1", "empty", "plain"])
    try press("a", false, &viewed)
    #expect(shown(viewed) == ["list", "a", "empty", "plain"] && folding.open == [])
    try press("a", true, &viewed)
    #expect(shown(viewed) == ["list", "a", "a1", "a2", "b", "empty", "plain"])
  }

  @Test func `without rows below there is no button, and the event is refused; it comes with the first row (E22)`()
    throws
  {
    var viewed = try Viewed(root)
    #expect(!html("empty").contains("button") && html("a").contains("e-fold"))
    #expect(throws: DeliveryError.refused(PayloadError(field: "event", reason: "this row has no rows to fold"))) {
      try viewed.tree.receive("fold", from: "list/empty/header", data: true)
    }
    let empty = try #require(list.children[id: "empty"] as? ContainerModel)
    empty.add(Row(id: "e1"))
    try viewed.check()
    #expect(html("empty").contains("e-fold") && !shown(viewed).contains("e1"))
    try press("empty", true, &viewed)
    #expect(shown(viewed).contains("e1"))
    empty.children.removeAll()
    try viewed.check()
    #expect(!html("empty").contains("button"))
  }

  @Test func `a row may say that it cannot be folded, or that it is open at the start (E14)`() throws {
    list.set {
      ListSection("open", header: Folder(name: "Open", isOpenAtStart: true)) { rows(["o"]) }
      ListSection("fixed", header: Folder(name: "Fixed", canFold: false, isOpenAtStart: true)) { rows(["f"]) }
    }
    let viewed = try Viewed(root)
    #expect(shown(viewed) == ["list", "open", "o", "fixed", "f"] && !html("fixed").contains("button"))
  }

  @Test func `the open rows can be set before they exist, and follow the rows (E22)`() throws {
    folding.open = ["list/a", "list/late"]
    var viewed = try Viewed(root)
    #expect(shown(viewed).contains("a1"))
    let late = ContainerModel(id: "late")
    late.header = CellModel(Folder(name: "Late"))
    late.add(Row(id: "l1"))
    list.add(late)
    try viewed.check()
    #expect(shown(viewed).contains("l1") && folding.open == ["list/a", "list/late"])
    list.remove(late)
    try viewed.check()
    #expect(folding.open == ["list/a"])
    folding.openAll()
    try viewed.check()
    #expect(folding.open == ["list/a", "list/a/b", "list/a/b/c", "list/empty"])
    folding.open = []
    try viewed.check()
    #expect(folding.open == [] && shown(viewed) == ["list", "a", "empty", "plain"])
  }

  @Test func `rows that are folded change without a patch, and are right when they are unfolded`() throws {
    var viewed = try Viewed(root)
    let folder = try #require(list.children[id: "a"] as? ContainerModel)
    folder.add(Row(id: "a3"))
    (folder.children[id: "a1"] as? CellModel<Row>)?.content.text = "new"
    #expect(try viewed.check().operations.isEmpty)
    try press("a", true, &viewed)
    #expect(shown(viewed).contains("a3"))
    #expect((folder.children[id: "a1"] as? CellModel<Row>)?.snapshot?.html.source.contains("new") == true)
  }

  @Test func `exports have all rows, and viewers see nothing of that (E22)`() throws {
    var viewed = try Viewed(root)
    let export = viewed.tree.export()
    #expect(addresses(export, "") == ["list", "a", "a1", "a2", "b", "b1", "c", "c1", "empty", "plain"])
    #expect(try viewed.check().operations.isEmpty && shown(viewed) == ["list", "a", "empty", "plain"])
  }

  @Test func `a row that leaves for a list without the plugin is unfolded, and no row can hold itself (E22)`() throws {
    let other = ContainerModel(id: "other")
    root.add(other)
    var viewed = try Viewed(root)
    let folder = try #require(list.children[id: "a"] as? ContainerModel)
    let inner = try #require(folder.children[id: "b"] as? ContainerModel)
    inner.add(folder)
    #expect(folder.parent === list, "a cycle is refused")
    other.add(folder)
    try viewed.check()
    #expect(!folder.children.isFolded && folder.children.plugin(Folding.self) == nil && shown(viewed).contains("a1"))
    list.add(folder)
    try viewed.check()
    #expect(folder.children.isFolded && html("a").contains("e-fold"))
    list.remove(folding)
    try viewed.check()
    #expect(!folder.children.isFolded && shown(viewed).contains("c1") && list.shownClasses == "")
  }
}
