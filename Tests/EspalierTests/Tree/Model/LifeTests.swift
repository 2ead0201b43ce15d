import Testing

@testable import Espalier

/// The order of a node's hooks.
@Suite struct LifeTests {
  private let diary = Diary()
  private let root = ContainerModel()
  private let tree: Tree

  init() {
    tree = Tree(root)
    _ = tree.flushAll()
  }

  private func flush() -> [String] {
    _ = tree.flushAll()
    return diary.read()
  }

  /// A container of two cells in the tree, already shown.
  private func makeFamily() -> (family: LivingContainer, a: LivingCell, b: LivingCell) {
    let (a, b) = (LivingCell("a", diary), LivingCell("b", diary))
    let family = LivingContainer("family", diary, [a, b])
    root.add(family)
    _ = flush()
    return (family, a, b)
  }

  /// A cell outside the tree.
  private func makeStranger() -> LivingCell {
    defer { _ = diary.read() }
    return LivingCell("c", diary)
  }

  @Test func `a child is added, shown, changed twice, hidden and removed (DDP-05)`() {
    var cell: LivingCell? = LivingCell("a", diary)
    cell.map { root.add($0) }
    #expect(diary.read() == ["a created", "a attached", "a attached to root"])
    #expect(flush() == ["a shown", "a updated"])
    for text in ["one", "two"] {
      cell?.content.text = text
      #expect(flush() == ["a updated"])
    }
    cell?.isHidden = true
    #expect(diary.read().isEmpty, "viewers still see it")
    #expect(flush() == ["a hidden"])
    cell.map { root.remove($0) }
    #expect(diary.read() == ["a detached from root", "a detached"])
    _ = tree.flushAll()
    cell = nil
    #expect(diary.read() == ["a released"])
  }

  @Test func `hooks of a subtree run from the top when it comes, and from the bottom when it leaves`() {
    let inner = LivingContainer("inner", diary, [LivingCell("b", diary)])
    let outer = LivingContainer("outer", diary, [LivingCell("a", diary), inner])
    #expect(
      diary.read() == [
        "b created", "b attached", "a created", "a attached", "inner attached",
      ], "no node is part of a page")
    root.add(outer)
    #expect(
      diary.read() == [
        "outer attached", "outer attached to root", "a attached to root", "inner attached to root",
        "b attached to root",
      ])
    let shown = flush().filter { $0.hasSuffix("shown") }
    #expect(shown == ["outer shown", "inner shown", "a shown", "b shown"])
    root.remove(outer)
    #expect(
      diary.read() == [
        "b hidden", "b detached from root", "inner hidden", "inner detached from root", "a hidden",
        "a detached from root", "outer hidden", "outer detached from root", "outer detached",
      ])
    #expect(flush().isEmpty)
  }

  @Test func `a hidden subtree hides from the bottom, shows from the top, and stays part of the page`() {
    let (family, a, _) = makeFamily()
    family.isHidden = true
    #expect(flush() == ["b hidden", "a hidden", "family hidden"])
    a.isHidden = true
    family.isHidden = false
    #expect(flush() == ["family shown", "b shown"])
    a.isHidden = false
    #expect(flush() == ["a shown"])
  }

  @Test func `a row replaces another one`() {
    let ((family, a, _), c) = (makeFamily(), makeStranger())
    family.children.replace(a, with: c)
    #expect(
      diary.read() == ["a hidden", "a detached from root", "a detached", "c attached", "c attached to root"])
    #expect(flush() == ["c shown", "c updated"])
  }

  @Test func `a new row with the key of an old one has its own hooks`() {
    let (family, a, _) = makeFamily()
    let heir = LivingCell("a", diary)
    _ = diary.read()
    family.children.replace(a, with: heir)
    #expect(
      diary.read() == ["a hidden", "a detached from root", "a detached", "a attached", "a attached to root"])
    #expect(flush() == ["a shown"], "it keeps the element of the old row, whose content is equal")
  }

  @Test func `a node that moves within the page only changes its container`() {
    let (family, a, _) = makeFamily()
    let other = LivingContainer("other", diary)
    root.add(other)
    _ = flush()
    other.add(a)
    #expect(diary.read() == ["a detached", "a attached"])
    #expect(flush().isEmpty)
    root.header = family
    #expect(diary.read() == ["family detached", "family attached"])
    other.add(family)
    #expect(diary.read() == ["family detached", "family attached"])
  }

  @Test func `a row that a value moves to another section only changes its container`() {
    final class Living: CellModel<Row> {
      var hooks: [String] = []
      override func didAttach() { hooks.append("attached") }
      override func didAttachToRoot() { hooks.append("attached to root") }
      override func didHide() { hooks.append("hidden") }
      override func didDetachFromRoot() { hooks.append("detached from root") }
      override func didDetach() { hooks.append("detached") }
    }
    let row = Living(Row(id: "r"))
    root.set(sections: [ListSection("one") {}, ListSection("two") {}])
    (root.children.first as? ContainerModel)?.add(row)
    _ = tree.flushAll()
    row.hooks = []
    root.set(sections: [ListSection("one") {}, ListSection("two") { Row(id: "r") }])
    #expect(row.parent === root.children.last)
    #expect(row.hooks == ["detached", "attached"])
    root.set(sections: [ListSection("one") {}, ListSection("two") {}])
    #expect(row.parent == nil && row.life == .loaded)
  }

  @Test func `a node that leaves and returns at once is shown again`() {
    let (family, a, _) = makeFamily()
    family.remove(a)
    family.add(a)
    #expect(
      diary.read() == [
        "a hidden", "a detached from root", "a detached", "a attached", "a attached to root",
      ])
    #expect(flush() == ["a shown"])
  }

  @Test func `a node that leaves before viewers see it is never shown`() {
    let ((family, _, _), c) = (makeFamily(), makeStranger())
    family.add(c)
    family.remove(c)
    #expect(
      diary.read() == ["c attached", "c attached to root", "c detached from root", "c detached"])
    #expect(flush().isEmpty)
  }

  @Test func `a page begins with the nodes that it has, and ends from the bottom`() {
    let made = Diary()
    let root = LivingContainer("root", made, [LivingCell("a", made)])
    let tree = Tree(root)
    #expect(made.read() == ["a created", "a attached"], "the page is not complete yet")
    _ = tree.flushAll()
    #expect(made.read() == ["root attached to root", "a attached to root", "root shown", "a shown", "a updated"])
    tree.end()
    #expect(made.read() == ["a hidden", "a detached from root", "root hidden", "root detached from root"])
    tree.end()
    #expect(made.read().isEmpty)
  }

  @Test func `hooks may change the tree, and each hook runs once`() {
    let ((family, a, b), c) = (makeFamily(), makeStranger())
    // Adds its neighbour again while both leave.
    b.onHook = { [root] b, hook in if hook == "hidden" { root.add(b) } }
    // Leaves as soon as it is attached.
    c.onHook = { c, hook in if hook == "attached to root" { c.parent?.remove(c) } }
    root.remove(family)
    #expect(b.parent === root && a.tree == nil)
    #expect(
      diary.read() == [
        "b hidden", "b detached", "b attached", "a hidden", "a detached from root", "family hidden",
        "family detached from root", "family detached",
      ])
    root.add(c)
    #expect(
      diary.read() == ["c attached", "c attached to root", "c detached from root", "c detached"])
    #expect(flush() == ["b shown"])
    a.onHook = { [root] a, hook in if hook == "detached" { root.add(a, at: .first) } }
    family.remove(a)
    #expect(a.parent === root)
    #expect(diary.read() == ["a detached", "a attached", "a attached to root"])
  }

  @Test func `a node that a neighbour removes while it is shown gets no didShow`() {
    let (a, b) = (LivingCell("a", diary), LivingCell("b", diary))
    a.onHook = { [root] _, hook in if hook == "shown" { root.remove(b) } }
    _ = diary.read()
    root.add([a, b])
    _ = diary.read()
    let lines = flush().filter { $0.hasPrefix("b") }
    #expect(Array(lines.prefix(2)) == ["b detached from root", "b detached"])
    #expect(!lines.contains("b shown") && !lines.contains("b hidden"))
    #expect(tree.listedKeys == ["a"])
  }

  @Test func `a container is shown before the one inside it, whichever changed first`() {
    let inner = LivingContainer("inner", diary)
    let outer = LivingContainer("outer", diary, [inner])
    outer.isHidden = true
    root.add(outer)
    _ = flush()
    inner.add(LivingCell("a", diary))
    outer.isHidden = false
    #expect(flush().filter { $0.hasSuffix("shown") } == ["outer shown", "inner shown", "a shown"])
  }
}
