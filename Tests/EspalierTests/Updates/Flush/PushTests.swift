import Testing

@testable import Espalier

/// Changes that no request waits for.
@Suite struct PushTests {
  private let root = ContainerModel()
  private let left = ContainerModel(id: "left")
  private let right = ContainerModel(id: "right")
  private let a = CellModel(Row(id: "a"))
  private let b = CellModel(Row(id: "b"))
  private var viewed: Viewed

  init() throws {
    left.add(a)
    right.add(b)
    root.add([left, right])
    viewed = try Viewed(root)
  }

  private mutating func push(at milliseconds: Int) throws -> [String] {
    let changes = try viewed.push(at: .milliseconds(milliseconds)).summary
    #expect(try viewed.fault() == nil)
    return changes
  }

  @Test mutating func `the first change is sent at once, and the last of the others at the end of the window`() throws {
    a.content.text = "1"
    #expect(try push(at: 0) == ["update left/a"])
    #expect(viewed.tree.nextPush == nil)
    a.content.text = "2"
    #expect(try push(at: 10).isEmpty)
    a.content.text = "3"
    #expect(try push(at: 20).isEmpty)
    #expect(viewed.tree.nextPush == .milliseconds(50))
    let renders = viewed.tree.renderCount
    #expect(try push(at: 50) == ["update left/a"])
    #expect(viewed.tree.renderCount == renders + 1)
    #expect(viewed.document.description.contains("\"3\""))
    #expect(viewed.tree.nextPush == nil)
  }

  @Test mutating func `each container has its own window`() throws {
    a.content.text = "1"
    #expect(try push(at: 0) == ["update left/a"])
    (a.content.text, b.content.text) = ("2", "2")
    #expect(try push(at: 5) == ["update right/b"])
    #expect(try push(at: 50) == ["update left/a"])
  }

  @Test mutating func `an event sends the waiting changes too`() throws {
    a.content.text = "1"
    _ = try push(at: 0)
    a.content.text = "2"
    #expect(try push(at: 10).isEmpty)
    #expect(try viewed.flush().summary == ["update left/a"])
    #expect(viewed.tree.nextPush == nil)
    #expect(try push(at: 50).isEmpty)
  }

  @Test mutating func `a row that moves between two containers keeps its element, whichever window is open`() throws {
    left.add(CellModel(Row(id: "x")))
    #expect(try push(at: 0) == ["insert left/x"])
    right.add(a)
    a.content.text = "on its way"
    let there = try push(at: 10)
    #expect(there == ["relocate left/a to right/a", "update right/a"])
    left.add(a)
    a.content.text = "back"
    #expect(try push(at: 20).isEmpty)
    // Its cell is due, but its new container has not listed it yet.
    b.content.text = "2"
    #expect(try push(at: 30).isEmpty)
    #expect(try push(at: 60).count == 3)
  }

  @Test mutating func `changes in hooks are sent with their container`() throws {
    let inner = CountingContainer(id: "inner")
    inner.onDidLoad = { $0.add(Row(id: "late")) }
    left.add(inner)
    #expect(try push(at: 0) == ["insert left/inner"])
    #expect(viewed.document.description.contains("late"))
  }

  @Test mutating func `the animation of a change waits with it`() throws {
    left.add(CellModel(Row(id: "x")))
    _ = try push(at: 0)
    left.animateNextChange(.fade)
    left.add(CellModel(Row(id: "y")))
    #expect(try push(at: 10).isEmpty)
    b.content.text = "2"
    #expect(try push(at: 20) == ["update right/b"])
    let changes = try viewed.push(at: .milliseconds(50))
    guard case .insert(_, _, let transition)? = changes.operations.first else {
      Issue.record("\(changes.operations)")
      return
    }
    #expect(transition == .init(.fade))
  }

  // MARK: When it is out

  @Test mutating func `a completion runs once, after all changes made before it are sent`() throws {
    let tree = viewed.tree
    var calls: [String] = []
    a.content.text = "1"
    _ = try push(at: 0)
    (a.content.text, b.content.text) = ("2", "2")
    root.afterUpdate { _ in calls.append("both") }
    #expect(try push(at: 10) == ["update right/b"])
    #expect(!tree.hasCompletions)
    b.content.text = "3"
    #expect(try push(at: 50) == ["update left/a"])
    #expect(calls.isEmpty && tree.hasCompletions)
    tree.complete()
    #expect(calls == ["both"] && !tree.hasCompletions)
  }

  @Test mutating func `a change in a completion is a separate change`() throws {
    a.content.text = "1"
    a.afterUpdate { $0.content.text = "2" }
    #expect(try viewed.flush().summary == ["update left/a"])
    viewed.tree.complete()
    #expect(try viewed.flush().summary == ["update left/a"])
    #expect(!viewed.tree.hasCompletions)
  }

  @Test mutating func `a completion of a removed node does not run`() throws {
    a.afterUpdate { _ in Issue.record("its node has left") }
    left.remove(a)
    _ = try viewed.flush()
    viewed.tree.complete()
    #expect(!viewed.tree.hasCompletions)
  }
}
