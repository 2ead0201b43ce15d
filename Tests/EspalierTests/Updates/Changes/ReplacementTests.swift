import EspalierTestSupport
import Testing

@testable import Espalier

/// When a container is replaced as a whole.
@Suite struct ReplacementTests {
  private let root = ContainerModel()
  private let a = ContainerModel(id: "A")
  private let b = ContainerModel(id: "B")

  private func ids(_ range: Range<Int>) -> [Row] { range.map { Row(id: "\($0)", text: "\($0)") } }

  private func viewedSections() throws -> Viewed {
    root.add([a, b])
    a.set(rows: rows(["a", "b", "x"]))
    b.set(rows: rows(["y", "z"]))
    return try Viewed(root)
  }

  @Test func `replaceAll replaces the root once (DIF-14)`() throws {
    root.set(rows: ids(0..<10))
    var viewed = try Viewed(root)
    let nodes = root.childNodes
    #expect(try viewed.summary { root.set(rows: ids(5..<20), animations: .replaceAll) } == ["replace "])
    #expect(Array(root.children.prefix(5)) === Array(nodes.suffix(5)))
    #expect(try viewed.summary { root.set(rows: ids(5..<20), animations: .replaceAll) } == [])
    #expect(try viewed.summary { root.set(rows: ids(5..<19)) } == ["remove 19"])
  }

  @Test func `replaceAll replaces an inner container once, with its header and layout (DIF-14)`() throws {
    var viewed = try viewedSections()
    let section = ListSection(header: Title(text: "T"), layout: .grid) { rows(["x", "c"]) }
    #expect(try viewed.summary { a.set(section, animations: .replaceAll) } == ["relayout A e-grid", "replace A"])
  }

  @Test func `a node that leaves or enters a replaced container is removed or inserted in the other one (DIF-14)`()
    throws
  {
    var viewed = try viewedSections()
    let (x, y) = (try #require(a.children.last), try #require(b.children.first))
    a.animateNextChange(.replaceAll)
    b.add(x)
    #expect(try viewed.check().summary == ["insert B/x", "replace A"])
    a.animateNextChange(.replaceAll)
    a.add(y)
    #expect(try viewed.check().summary == ["remove B/y", "replace A"])
    a.animateNextChange(.replaceAll)
    b.animateNextChange(.replaceAll)
    b.add(y)
    #expect(try viewed.check().summary == ["replace A", "replace B"])
    root.animateNextChange(.replaceAll)
    a.animateNextChange(.replaceAll)
    a.add(y)
    #expect(try viewed.check().summary == ["replace "])
  }

  @Test func `a folder moves out of a replaced container and into one, with its rows (DIF-14)`() throws {
    let folder = ContainerModel(id: "folder")
    var viewed = try viewedSections()
    folder.set(rows: rows(["1", "2"]))
    a.add(folder)
    try viewed.check()
    a.animateNextChange(.replaceAll)
    b.add(folder)
    folder.set(rows: rows(["2", "3"]))
    try viewed.check()
    b.animateNextChange(.replaceAll)
    a.add(folder)
    a.add(folder.children[0])
    try viewed.check()
    a.animateNextChange(.replaceAll)
    root.add(folder, at: .first)
    folder.add(a.children[0], at: .first)
    try viewed.check()
  }

  @Test func `a container without changes is not replaced (DIF-14)`() throws {
    var viewed = try viewedSections()
    a.set(rows: rows(["a", "b", "x"]), animations: .replaceAll)
    b.set(rows: rows(["y"]))
    #expect(try viewed.check().summary == ["remove B/z"])
    b.set(rows: rows(["y", "q"]))
    a.set(rows: rows(["a"]), animations: .fade)
    a.animateNextChange(.automatic)
    #expect(try viewed.check().operations.count == 3)
  }

  @Test func `animations set outside a page do not persist`() throws {
    a.set(rows: rows(["a"]), animations: .fade)
    root.add(a)
    var viewed = try Viewed(root)
    a.set(rows: rows(["a", "b"]))
    #expect(try !viewed.patch().contains("fade"))
    root.remove(a)
    a.animateNextChange(.replaceAll)
    root.add(a)
    try viewed.check()
    a.add(Row(id: "c"))
    #expect(try viewed.patch().hasPrefix(#"[["+","A","#))
  }

  @Test func `each kind of change has its style if it is not automatic`() throws {
    root.set(rows: rows(["a", "b", "c"]))
    var viewed = try Viewed(root)
    let animations = Animations(insertRows: .left, deleteRows: .right, reloadRows: .fade, insertSections: .top)
    root.set(animations: animations) {
      Row(id: "c", text: "c")
      Row(id: "a", text: "new")
      Fact(id: "n", number: 1)
      ListSection("s") {}
    }
    #expect(
      try viewed.patch() == """
        [["-","b","right"],[">","c","a"],["+","","<li id=\\"n\\" class=\\"Fact\\"><i>1</i></li>",null,"left"],\
        ["+","","<li id=\\"s\\" class=\\"Section\\"><ul role=\\"list\\"></ul></li>",null,"top"],\
        ["=","a","0:0","new","fade"]]
        """)
    func set(_ number: Int, _ animations: Animations) {
      root.set(animations: animations) {
        Row(id: "c", text: "c")
        Row(id: "a", text: "new")
        Fact(id: "n", number: number)
        ListSection("s") {}
      }
    }
    set(2, Animations.instant)
    #expect(try viewed.patch() == #"[["=","n","0:0","2","none"]]"#)
    set(3, .automatic)
    #expect(try viewed.patch() == #"[["=","n","0:0","3"]]"#)
  }

  @Test(arguments: [150, 1000])
  func `more than 100 changes replace a collection, but not a list (DIF-14, H-F5)`(count: Int) throws {
    root.layout = .grid
    root.set(rows: ids(0..<count))
    var viewed = try Viewed(root, hasDOM: count < 200)
    #expect(try viewed.summary { root.set(rows: ids(100..<count)) }.count == 100)
    #expect(try viewed.summary { root.set(rows: ids(0..<count)) }.count == 100)
    #expect(try viewed.summary { root.set(rows: ids(101..<count)) } == ["replace "])
    root.layout = .list
    try viewed.check()
    #expect(try viewed.summary { root.set(rows: ids(0..<count)) }.count == 101)
  }
}

/// A container is replaced if that is shorter, decided for each dialect.
@Suite struct ShortestPatchTests {
  private let dom = DOMDialect(html: HTMLDialect(events: "/events"))

  private func sizes(_ changes: ChangeSet, _ root: NodeSnapshot) -> [(name: String, patch: Int, plain: Int, whole: Int)]
  {
    var plain = changes
    plain.shortcuts = []
    var whole = ChangeSet()
    whole.operations = [.replace(root, at: .init(container: "", path: [], index: 0, before: nil))]
    func json(_ changes: ChangeSet) -> Int { JSONDialect.patch(changes).bytes.count }
    return [
      ("DOM", dom.patch(changes).count, dom.patch(plain).count, dom.patch(whole).count),
      ("JSON", json(changes), json(plain), json(whole)),
    ]
  }

  @Test(arguments: seeds(40))
  func `a patch is never longer than its operations or than the whole list (DIF-14)`(seed: Int) throws {
    var random = SeededRandom(state: UInt64(seed))
    let root = ContainerModel()
    var viewed = try Viewed(root)
    for _ in 0..<25 {
      let count = Int.random(in: 0...12, using: &random)
      let list = (0..<count).map { _ in
        let length = Int.random(in: 0...1, using: &random) * Int.random(in: 0...60, using: &random)
        return Row(id: "\(Int.random(in: 0..<14, using: &random))", text: String(repeating: "x", count: length))
      }
      var seen: Set<String> = []
      let unique = list.filter { seen.insert($0.id).inserted }
      if seed % 2 == 0 {
        root.set(rows: unique)
      } else {
        let half = unique.count / 2
        root.set {
          ListSection("A", header: Title(text: "\(count)")) { Array(unique[..<half]) }
          if count > 3 { ListSection("B") { Array(unique[half...]) } } else { Array(unique[half...]) }
        }
      }
      let changes = try viewed.check()
      for size in sizes(changes, viewed.tree.snapshot()) {
        #expect(size.patch <= size.plain, "\(size), seed \(seed)")
        #expect(size.patch <= size.whole, "\(size), seed \(seed), \(changes.summary)")
      }
    }
  }

  @Test func `if most rows are removed, the remaining list is shorter than the removals (DIF-14)`() throws {
    let root = ContainerModel()
    root.set(rows: (0..<500).map { Row(id: "\($0)", text: "\($0)") })
    var viewed = try Viewed(root)
    root.set(rows: [Row(id: "250", text: "250")])
    let changes = try viewed.check()
    #expect(changes.operations.count == 499)
    for size in sizes(changes, viewed.tree.snapshot()) { #expect(size.patch == size.whole) }
  }

  @Test func `one section of many is replaced alone (DIF-14)`() throws {
    let root = ContainerModel()
    func set(_ text: String) {
      root.set {
        ListSection("A") { (0..<20).map { Row(id: "\($0)", text: "\($0)") } }
        ListSection("B") {
          (0..<20).map { Row(id: "\($0)", text: "\($0)\(text)") }.filter { text.isEmpty || $0.id == "7" }
        }
      }
    }
    set("")
    var viewed = try Viewed(root)
    set("!")
    #expect(try viewed.patch().hasPrefix(#"[["<","B","<ul role=\"list\"><li id=\"B/7\""#))
  }

  @Test func `changes of few cells beside a long list do not compare the list`() throws {
    let root = ContainerModel()
    let list = ContainerModel(id: "list")
    root.set(ListSection(header: Title(text: "1"), footer: Note(text: "1")) {})
    root.add(list)
    list.set(rows: (0..<3000).map { Row(id: "\($0)") })
    let tree = Tree(root)
    _ = tree.flushAll()
    (root.header as? CellModel<Title>)?.content.text = "2"
    (root.footer as? CellModel<Note>)?.content.text = "2"
    let changes = try #require(tree.flushAll())
    #expect(changes.operations.count == 2 && changes.shortcuts.isEmpty)
  }

  @Test func `a thousand changed sections are compared once each`() throws {
    let root = ContainerModel()
    func set(_ text: String) {
      root.set { for number in 0..<1000 { ListSection(number) { Row(id: "a", text: text) } } }
    }
    set("old")
    let tree = Tree(root)
    _ = tree.flushAll()
    set("new")
    let changes = try #require(tree.flushAll())
    var calls = 0
    _ = changes.shortened { _ in
      calls += 1
      return 1
    }
    #expect(calls <= 7000)
  }
}
