import Testing

@testable import Espalier

@Suite struct HookTests {
  @Test func `parents are loaded before their children, and each node once`() {
    let root = CountingContainer()
    let cell = CountingCell(Note(text: "a"), key: "a")
    root.onDidLoad = { root in
      #expect(cell.hooks.isEmpty)
      root.add(cell)
    }
    let tree = Tree(root)
    #expect(root.hooks.isEmpty, "nothing is loaded before the first flush")
    _ = tree.flushAll()
    #expect(root.hooks.first == "didLoad")
    #expect(cell.hooks == ["didLoad", "willRender", "didRender"])
    root.remove(cell)
    _ = tree.flushAll()
    root.add(cell)
    root.setNeedsRender()
    _ = tree.flushAll()
    #expect([root.hooks, cell.hooks].map { $0.count { $0 == "didLoad" } } == [1, 1])
  }

  @Test func `hooks run once for each render, even if didLoad changed the content`() {
    final class Loading: CellModel<Note> {
      var renders = 0
      override func didLoad() { content.text = "loaded" }
      override func willRender() { renders += 1 }
    }
    let root = ContainerModel()
    let cell = Loading(Note(text: ""))
    root.add(cell)
    let tree = Tree(root)
    _ = tree.flushAll()
    #expect(cell.renders == 1)
    #expect(tree.snapshot().children[0].cell?.html.source == "<p>loaded</p>")
  }

  @Test func `a change of a cell in its own willRender is rendered at once`() {
    let root = ContainerModel()
    let cell = CountingCell(Note(text: "a"), key: "a")
    root.add(cell)
    cell.onWillRender = { cell.content.text += "!" }
    let tree = Tree(root)
    #expect(tree.flush()?.summary == ["insert a"])
    #expect(tree.snapshot().children[0].cell?.html.source == "<p>a!</p>")
    #expect(tree.flush() == nil)
  }

  @Test func `a hidden cell is not rendered, keeps its state, and renders its changes when it shows`() {
    let root = ContainerModel()
    let cell = CountingCell(Note(text: "a"), key: "a")
    root.add(cell)
    let tree = Tree(root)
    _ = tree.flushAll()
    cell.isHidden = true
    _ = tree.flushAll()
    cell.forget()
    cell.content.text = "b"
    #expect(tree.flushAll() == nil)
    #expect(cell.hooks.isEmpty)
    cell.isHidden = false
    #expect(tree.flushAll()?.summary == ["insert a"])
    #expect(cell.hooks == ["willRender", "didRender"])
    #expect(tree.snapshot().children[0].cell?.html.source == "<p>b</p>")
    cell.isHidden = true
    _ = tree.flushAll()
    cell.forget()
    cell.isHidden = false
    #expect(tree.flushAll()?.summary == ["insert a"])
    #expect(cell.hooks.isEmpty, "its last render is still valid")
  }

  @Test func `a container's hooks run before and after its children are listed, never before didLoad`() {
    let root = ContainerModel()
    let (folder, inner) = (CountingContainer(id: "folder"), CountingContainer(id: "inner"))
    root.add(folder)
    folder.isHidden = true
    folder.add(inner)
    let tree = Tree(root)
    _ = tree.flushAll()
    inner.add(Note(text: "a"))
    _ = tree.flushAll()
    #expect(inner.hooks.isEmpty, "its parent is hidden")
    folder.isHidden = false
    _ = tree.flushAll()
    #expect(inner.hooks.first == "didLoad")
    #expect(inner.hooks.contains("willRender"))
    #expect(inner.hooks.last == "didRender")
    inner.forget()
    inner.add(Note(text: "b"))
    _ = tree.flushAll()
    #expect(inner.hooks == ["willRender", "didRender"])
  }

  @Test
  func
    `a hidden container is loaded and not rendered, and its nodes miss no shared data (H-A27)`()
  {
    final class Listener: CellModel<Note> {
      static let word = SharedData<String>("word")
      static let asked = Event<NoData>("asked")
      override func didLoad() {
        subscribe(to: Self.word) { $0.content.text = $1 }
        on(Self.asked) { $0.content.text += "!" }
      }
    }
    let (root, hidden) = (ContainerModel(), CountingContainer(id: "hidden"))
    let listener = Listener(Note(text: ""), key: "listener")
    hidden.add(listener)
    hidden.isHidden = true
    root.add(hidden)
    let tree = Tree(root)
    _ = tree.flushAll()
    root.share("shared", to: Listener.word)
    hidden.setNeedsRender()
    _ = tree.flushAll()
    #expect(hidden.hooks == ["didLoad"] && listener.content.text == "")
    hidden.isHidden = false
    _ = tree.flushAll()
    #expect(hidden.hooks == ["didLoad", "willRender", "didRender"])
    #expect(tree.snapshot().children[0].children[0].cell?.html.source == "<p>shared</p>")
    hidden.isHidden = true
    _ = tree.flushAll()
    listener.send(Listener.asked)
    #expect(listener.content.text == "shared!", "a loaded node receives events, shown or not")
  }

  @Test func `children that willRender adds are listed in the same flush (H-A9)`() {
    final class Window: ContainerModel {
      override func willRender() { if children.count < 3 { add(Note(text: "\(children.count)")) } }
    }
    let root = Window()
    let tree = Tree(root)
    _ = tree.flush()
    #expect(tree.listedKeys == ["note"])
    root.setNeedsLayout()
    #expect(tree.flush()?.summary == ["insert note-2"])
  }

  @Test func `a change in didRender joins the next flush`() {
    let root = ContainerModel()
    let cell = CountingCell(Note(text: "a"), key: "a")
    root.add(cell)
    let tree = Tree(root)
    cell.onDidRender = { if cell.content.text == "a" { cell.content.text = "b" } }
    #expect(tree.flush()?.summary == ["insert a"])
    #expect(tree.hasChanges)
    #expect(tree.flush()?.summary == ["update a"])
    #expect(!tree.hasChanges)
  }

  @Test func `a subclass may override all hooks without calling super`() {
    final class Quiet: ContainerModel {
      override func didLoad() {}
      override func willRender() {}
      override func didRender() {}
    }
    final class QuietCell: CellModel<Row> {
      static let data = SharedData<String>("data")
      override func didLoad() { subscribe(to: Self.data) { $0.content.text = $1 } }
      override func willRender() {}
      override func didRender() {}
    }
    let root = Quiet()
    let folder = Quiet(id: "folder")
    root.add(folder)
    folder.add(QuietCell(Row(id: "a")))
    let tree = Tree(root)
    #expect(tree.flushAll()?.summary == ["insert folder"])
    root.share("shared", to: QuietCell.data)
    #expect(tree.flushAll()?.summary == ["update folder/a"])
  }

  @Test func `an equal value renders nothing, and three writes render once (DIF-16)`() {
    let root = ContainerModel()
    let cell = CountingCell(Note(text: "a"), key: "a")
    root.add(cell)
    let tree = Tree(root)
    _ = tree.flushAll()
    cell.forget()
    cell.content = Note(text: "a")
    cell.content.text = "b"
    cell.content.text = "a"
    #expect(tree.flushAll() == nil)
    #expect(cell.hooks.isEmpty)
    cell.content.text = "b"
    cell.content.text = "c"
    cell.content.text = "d"
    #expect(tree.flushAll()?.summary == ["update a"])
    #expect(cell.hooks == ["willRender", "didRender"])
  }

  @Test func `removed nodes are released at the next flush, whatever they subscribed to`() {
    final class Selfish: CellModel<Row> {
      static let data = SharedData<Int?>("data")
      override func didLoad() {
        on(Row.tap) { cell, _ in cell.content.text += "!" }
        subscribe(to: Self.data) { cell, _ in cell.content.text += "?" }
      }
    }
    let root = ContainerModel()
    let tree = Tree(root)
    weak var cell: Selfish?
    weak var folder: ContainerModel?
    do {
      let (strongFolder, strongCell) = (ContainerModel(id: "folder"), Selfish(Row(id: "a")))
      (cell, folder) = (strongCell, strongFolder)
      strongFolder.add(strongCell)
      root.add(strongFolder)
      root.on(Row.tap) { _ in }
    }
    _ = tree.flushAll()
    cell?.send(Row.tap, 1)
    root.share(1, to: Selfish.data)
    _ = tree.flushAll()
    #expect(cell != nil)
    root.children.removeAll()
    _ = tree.flushAll()
    #expect(cell == nil)
    #expect(folder == nil)
  }

  @Test func `a tree without an owner is released with all its nodes`() {
    weak var tree: Tree?
    weak var cell: Node?
    do {
      let root = ContainerModel()
      root.add(Row(id: "a"))
      let strong = Tree(root)
      _ = strong.flushAll()
      (tree, cell) = (strong, root.children[0])
    }
    #expect(tree == nil)
    #expect(cell == nil)
  }
}
