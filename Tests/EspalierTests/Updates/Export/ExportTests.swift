import Testing

@testable import Espalier

/// The whole page in one piece. Viewers do not see the changes made for it.
@Suite struct ExportTests {
  /// A row and a hidden container, which an export shows too.
  private final class Folder: ContainerModel {
    private(set) var calls: [String] = []
    var log: (String) -> Void = { _ in }
    let inner = CountingContainer(id: "inner")

    override func didLoad() {
      add([CellModel(Row(id: "top")), inner])
      inner.isHidden = true
      inner.onDidLoad = { $0.add(Row(id: "late")) }
    }
    override func willExport() {
      log("will")
      inner.isHidden = false
    }
    override func didExport() {
      log("did")
      inner.isHidden = true
    }
  }

  private final class Noted: CellModel<Row> {
    var log: (String) -> Void = { _ in }
    override func willExport() {
      log("will \(key)")
      content.text = "for print"
    }
    override func didExport() {
      log("did \(key)")
      content.text = ""
    }
  }

  private func keys(_ node: NodeSnapshot) -> [String] {
    node.children.isEmpty ? [node.key] : node.children.flatMap(keys)
  }

  @Test func `hidden cells and cells that are not exported are left out (A66)`() throws {
    let root = ContainerModel()
    let (shown, hidden, pressed) = (CellModel(Row(id: "a")), CellModel(Row(id: "b")), ContainerModel(id: "c"))
    pressed.add(Row(id: "d"))
    root.add([shown, hidden, pressed])
    hidden.isHidden = true
    pressed.isExported = false
    root.header = .refreshButton
    let tree = Tree(root)
    _ = tree.flushAll()
    #expect(keys(tree.snapshot()) == ["header", "a", "d"])
    #expect(keys(tree.export()) == ["a"])
  }

  @Test func `hooks show and hide nodes for the export, and viewers see nothing of it (A66)`() throws {
    let root = ContainerModel()
    let (folder, cell) = (Folder(id: "folder"), Noted(Row(id: "noted")))
    let calls = Box<[String]>([])
    folder.log = { calls.value.append($0) }
    cell.log = { calls.value.append($0) }
    root.add([folder, cell])
    var viewed = try Viewed(root)
    let before = viewed.snapshot
    let export = viewed.tree.export()
    #expect(keys(export) == ["top", "late", "noted"])
    #expect(export.children[1].cell?.html.source.contains("for print") == true)
    #expect(calls.value == ["will", "will noted", "did noted", "did"])
    #expect(try viewed.flush().isEmpty)
    #expect(viewed.snapshot == before)
    #expect(try viewed.fault() == nil)
  }

  @Test func `an export without hooks renders nothing and equals what viewers see`() throws {
    let root = ContainerModel()
    root.add((0..<50).map { Row(id: "\($0)") })
    let tree = Tree(root)
    _ = tree.flushAll()
    let renders = tree.renderCount
    let export = tree.export()
    #expect(export == tree.snapshot() && tree.renderCount == renders && !tree.hasChanges)
    #expect(zip(export.children, tree.snapshot().children).allSatisfy { $0.cell === $1.cell })
  }

  @Test func `an export includes changes that are not sent yet`() throws {
    let root = ContainerModel()
    let cell = CellModel(Row(id: "a"))
    root.add(cell)
    let tree = Tree(root)
    _ = tree.flushAll()
    cell.content.text = "new"
    root.add(Row(id: "b"))
    let export = tree.export()
    #expect(keys(export) == ["a", "b"] && export.children[0].cell?.html.source.contains("new") == true)
    #expect(try #require(tree.flushAll()).summary == ["insert b", "update a"])
  }

  @Test func `rows made from state are exported with the state of willExport, and viewers see nothing of it`() {
    final class Fold: ContainerModel {
      @NodeState var isOpen = false
      override func willRender() { set(rows: isOpen ? [Row(id: "a", text: "inside")] : []) }
      override func willExport() { isOpen = true }
      override func didExport() { isOpen = false }
    }
    let root = ContainerModel()
    root.add(Fold(id: "fold"))
    let tree = Tree(root)
    _ = tree.flushAll()
    #expect(tree.export().children[0].children.map(\.key) == ["a"])
    #expect(tree.flushAll() == nil)
  }
}
