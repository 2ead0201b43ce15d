import Testing

@testable import Espalier

@Suite struct StructureTests {
  private let root = ContainerModel()
  private let folder = ContainerModel(id: "folder")
  private let inner = ContainerModel(id: "inner")
  private let a = CellModel(Note(text: "a"), key: "a")
  private let b = CellModel(Note(text: "b"), key: "b")
  private let stranger = CellModel(Note(text: "x"), key: "x")
  private let tree: Tree

  init() {
    root.add([a, folder, b])
    folder.add(inner)
    tree = Tree(root)
    _ = tree.flushAll()
  }

  /// Expects that the call is refused with this code, the tree reports it, and nothing changes.
  private func expectRefusal(
    _ code: TreeError.Code, _ node: String, in container: String,
    sourceLocation: SourceLocation = #_sourceLocation, _ verb: () -> Void
  ) {
    let before = tree.snapshot()
    let children = [root, folder, inner].map { $0.children.map(ObjectIdentifier.init) }
    let expected = TreeError(code: code, node: node, container: container)
    verb()
    #expect(tree.takeDiagnostics() == [.refused(expected)], sourceLocation: sourceLocation)
    #expect(
      [root, folder, inner].map { $0.children.map(ObjectIdentifier.init) } == children, sourceLocation: sourceLocation)
    #expect(tree.flushAll() == nil, sourceLocation: sourceLocation)
    #expect(tree.snapshot() == before && tree.violations().isEmpty, sourceLocation: sourceLocation)
  }

  @Test func `a container cannot contain itself (EDC-30, CON-08)`() {
    expectRefusal(.selfAdd, "folder", in: "folder") { folder.add(folder) }
    let lone = ContainerModel()
    lone.add(lone)
    #expect(lone.parent == nil)
    #expect(lone.children.isEmpty)
  }

  @Test func `an ancestor cannot be added to its descendant (EDC-30, H-A30)`() {
    expectRefusal(.cycle, "folder", in: "folder/inner") { inner.add(folder) }
    expectRefusal(.cycle, "ContainerModel", in: "folder/inner") { inner.add(root, at: .first) }
    expectRefusal(.selfAdd, "folder", in: "folder") { folder.children.replace(inner, with: folder) }
  }

  @Test func `a child cannot be added twice (EDC-30, CON-08, H-A10)`() {
    expectRefusal(.alreadyAChild, "a", in: "") { root.add(a) }
    expectRefusal(.alreadyAChild, "b", in: "") { root.add(b, at: .before(a)) }
    expectRefusal(.alreadyAChild, "b", in: "") { root.children.replace(a, with: b) }
  }

  @Test func `a node that is not a child cannot be removed, moved, replaced or used as an anchor`() {
    expectRefusal(.notAChild, "Note", in: "") { root.remove(stranger) }
    expectRefusal(.notAChild, "inner", in: "") { root.remove(inner) }
    expectRefusal(.notAChild, "Note", in: "") { root.children.move(stranger, to: 0) }
    expectRefusal(.notAChild, "Note", in: "") { root.children.replace(stranger, with: a) }
    expectRefusal(.notAChild, "Note", in: "") { root.add(CellModel(Note(text: "n")), at: .before(stranger)) }
    expectRefusal(.notAChild, "Note", in: "") { root.add(CellModel(Note(text: "n")), at: .after(stranger)) }
  }

  @Test func `an index out of range is refused (CON-07)`() {
    expectRefusal(.indexOutOfRange, "Note", in: "") { root.add(stranger, at: .index(4)) }
    expectRefusal(.indexOutOfRange, "Note", in: "") { root.add(stranger, at: .index(-1)) }
    expectRefusal(.indexOutOfRange, "a", in: "") { root.children.move(a, to: 3) }
    expectRefusal(.indexOutOfRange, "a", in: "") { root.children.move(a, to: -1) }
  }

  @Test func `the root of a page stays at the top`() {
    let lone = ContainerModel()
    lone.add(root)
    #expect(root.parent == nil && lone.children.isEmpty)
    let refusal = TreeError(code: .root, node: "ContainerModel", container: "")
    #expect(Tree(lone).takeDiagnostics() == [.refused(refusal)], "reported as soon as there is a tree")
    let other = Tree(ContainerModel())
    other.root.add(root)
    #expect(root.parent == nil && other.takeDiagnostics().count == 1)
  }

  @Test func `a tree has a maximum depth`() {
    var deepest = inner
    while deepest.path.count < Tree.deepest - 1 {
      let next = ContainerModel(id: "n")
      deepest.add(next)
      #expect(next.parent === deepest)
      deepest = next
    }
    deepest.add(stranger)
    #expect(stranger.parent === deepest, "the last level")
    deepest.remove(stranger)
    _ = tree.flushAll()
    let tooMuch = ContainerModel()
    tooMuch.add(stranger)
    expectRefusal(.tooDeep, "ContainerModel", in: deepest.address) { deepest.add(tooMuch) }
    #expect(stranger.parent === tooMuch)
  }

  @Test func `replace puts a node in another's place, wherever it comes from`() {
    root.children.replace(a, with: stranger)
    #expect(root.children.map(\.key) == ["x", "folder", "b"])
    #expect(a.parent == nil)
    root.children.replace(folder, with: inner)
    #expect(root.children.map(\.key) == ["x", "inner", "b"], "also out of the replaced container")
    #expect(folder.children.isEmpty && folder.parent == nil)
    root.children.replace(b, with: b)
    #expect(b.parent === root)
    _ = tree.flushAll()
    #expect(tree.violations().isEmpty)
  }

  @Test func `a node that is added elsewhere leaves its old container`() {
    inner.add(a)
    #expect(root.children.map(\.key) == ["folder", "b"])
    #expect(a.address == "folder/inner/a")
    #expect(tree.flushAll()?.summary == ["relocate a to folder/inner/a"])
  }

  @Test func `removeAll removes all children`() {
    root.children.removeAll()
    #expect(root.children.isEmpty && a.parent == nil && folder.parent == nil)
    #expect(folder.children.count == 1, "the removed container keeps its children")
    #expect(tree.flushAll()?.operations.count == 3)
  }

  @Test func `a refusal says why, which node and where`() {
    root.add(a)
    #expect(tree.takeDiagnostics().map(\.description) == ["the node is in this container already: a in \"\""])
  }
}
