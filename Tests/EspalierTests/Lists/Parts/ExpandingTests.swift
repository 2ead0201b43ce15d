import Testing

@testable import Espalier

/// Rows whose text a press expands, while they are out of view or on their way out.
@Suite struct ExpandingTests {
  private struct Story: Content, Identifiable {
    let id: String
    var isOpen = false
    var toggle = Command.nop
    var html: HTML { "<button \(toggle)>\(isOpen ? "A long text" : "A…")</button>" }
  }

  private final class Stories: ContainerModel {
    var isHiding = false

    func expand(_ id: String) {
      guard let row = children[key: id] as? CellModel<Story> else { return }
      row.content.isOpen.toggle()
      if isHiding { remove(row) }
    }
  }

  private let list = Stories()
  private let tree: Tree

  init() {
    for id in ["a", "b"] {
      list.add(CellModel(Story(id: id, toggle: Command("toggle", to: Stories.self) { $0.expand(id) })))
    }
    tree = Tree(list)
    _ = tree.flushAll()
  }

  private func press(_ id: String) throws -> ChangeSet? {
    _ = try tree.receive("toggle", from: id, data: .null)
    return tree.flushAll()
  }

  @Test func `a row that expands and goes in one press only goes (H-E20)`() throws {
    list.isHiding = true
    let changes = try #require(try press("a"))
    #expect(list.children.map(\.key) == ["b"])
    #expect(!"\(JSONDialect.patch(changes))".contains(#""isOpen":true"#))
    let error = #expect(throws: DeliveryError.self) { try press("a") }
    #expect(error == .unknownNode("a"))
  }

  @Test func `a hidden row expands without a patch, and is expanded when it comes back (H-E20)`() throws {
    let row = try #require(list.children[key: "b"] as? CellModel<Story>)
    row.isHidden = true
    _ = tree.flushAll()
    list.expand("b")
    #expect(tree.flushAll()?.isEmpty ?? true)
    row.isHidden = false
    #expect("\(JSONDialect.patch(try #require(tree.flushAll())))".contains(#""isOpen":true"#))
  }
}
