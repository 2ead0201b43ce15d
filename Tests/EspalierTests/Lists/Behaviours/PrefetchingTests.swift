import Testing

@testable import Espalier

/// The plugin that loads what rows need before viewers see them.
@Suite struct PrefetchingTests {
  private struct Picture: Content, Identifiable {
    let id: String
    var prefetched: [String] = []
    var traits: RowTraits { RowTraits(prefetched: prefetched) }
    var html: HTML { "\(id)" }
  }
  private struct Lost: Error {}

  private let list = ContainerModel(id: "list")
  private let tree: Tree
  private let prefetching: Prefetching
  private let taken = Box<[String]>([])
  private let events = Box<[String]>([])

  init() {
    let (taken, events) = (taken, events)
    prefetching = Prefetching { id in
      if id.hasPrefix("lost") { throw Lost() }
      return id.uppercased()
    } then: { _, id, value in
      taken.value.append("\(id)=\(value)")
    } failed: { _, id, _ in
      taken.value.append("\(id) failed")
    }
    let root = ContainerModel()
    root.add(list)
    list.add(prefetching)
    for (id, needs) in [("a", ["x"]), ("b", ["x", "y"]), ("c", ["y"]), ("d", ["lost"]), ("e", [])] {
      list.add(Picture(id: id, prefetched: needs))
    }
    list.add(Row(id: "plain"))
    tree = Tree(root)
    _ = tree.flushAll()
    root.on(Prefetching.began) { events.value.append("+\($1)") }
    root.on(Prefetching.ended) { events.value.append("=\($1)") }
    root.on(Prefetching.cancelled) { events.value.append("-\($1)") }
  }

  private func report(_ appeared: [String] = [], gone: [String] = [], by viewer: String = "1") throws {
    func rows(_ keys: [String]) -> JSON { .array(keys.map { .string("list/\($0)") }) }
    let data: JSON = ["appeared": rows(appeared), "disappeared": rows(gone), "viewer": .string(viewer)]
    _ = try tree.receive("visibility", from: "", data: data)
    _ = tree.flushAll()
  }

  /// Runs the started tasks and sends their changes.
  private func work() async {
    await tree.runTasks()
    _ = tree.flushAll()
  }

  private func take() -> [String] {
    defer { events.value = [] }
    return events.value
  }

  @Test func `only rows that name something are asked for reports`() {
    let classes = list.children.map { $0.wantedVisibility }
    #expect(classes == Array(repeating: .within(screens: 2), count: 5) + [nil])
  }

  @Test func `one load serves all rows that name it, and nothing is loaded twice (PLG-02)`() async throws {
    #expect(take() == [], "nothing is loaded before a row comes near")
    try report(["a", "b"])
    #expect(take() == ["+x", "+y"])
    #expect(prefetching.isLoading("x") && !prefetching.loaded.contains("x"))
    await work()
    #expect(take() == ["=x", "=y"] && taken.value == ["x=X", "y=Y"])
    try report(["c"], gone: ["a", "b"])
    try report(["a", "b", "c"])
    await work()
    #expect(take() == [] && prefetching.loaded == ["x", "y"])
  }

  @Test func `a load is cancelled when the last of its rows is far away, and begins again (PLG-02)`() async throws {
    try report(["a", "b", "c"])
    try report(gone: ["a"])
    #expect(take() == ["+x", "+y"], "row b still needs x")
    try report(gone: ["b"])
    #expect(take() == ["-x"] && prefetching.isLoading("y"))
    try report(gone: ["c"])
    #expect(take() == ["-y"])
    await work()
    #expect(taken.value == [], "a cancelled load has no result")
    try report(["b"])
    await work()
    #expect(take() == ["+x", "+y", "=x", "=y"])
  }

  @Test func `a row that another viewer still has near keeps its load`() throws {
    for viewer in ["1", "2"] { try report(["a"], by: viewer) }
    try report(gone: ["a"], by: "1")
    #expect(take() == ["+x"])
    try report(gone: ["a"], by: "2")
    #expect(take() == ["-x"])
  }

  @Test func `a removed row needs nothing any more, and a late report about it does nothing (H-E6)`() throws {
    try report(["a"])
    list.remove(list.children[0])
    _ = tree.flushAll()
    #expect(take() == ["+x", "-x"])
    try report(["a"], gone: ["a"])
    #expect(take() == [])
    list.children.removeAll()
    _ = tree.flushAll()
    try report(["b"], gone: ["b"])
    #expect(take() == [])
  }

  @Test func `lists that share the plugin share loads, and a change of one list cancels nothing of the other`() throws {
    let other = ContainerModel(id: "other")
    other.add(prefetching)
    other.add([Picture(id: "a", prefetched: ["x"]), Picture(id: "z", prefetched: ["z"])])
    tree.root.add(other)
    _ = tree.flushAll()
    try report(["a"])
    _ = try tree.receive("visibility", from: "", data: ["appeared": ["other/a", "other/z"]])
    #expect(take() == ["+x", "+z"])
    list.remove(list.children[4])
    _ = tree.flushAll()
    other.remove(prefetching)
    #expect(take() == ["-z"], "row a of the first list still needs x")
    try report(gone: ["a"])
    #expect(take() == ["-x"])
  }

  @Test func `a row without the plugin in its list is reported (PLG-03)`() {
    _ = tree.takeDiagnostics()
    let other = ContainerModel(id: "other")
    other.add(Picture(id: "a", prefetched: ["x"]))
    tree.root.add(other)
    _ = tree.flushAll()
    let reports = tree.takeDiagnostics().map(\.description)
    #expect(reports.count == 1 && reports.allSatisfy { $0.contains("prefetched") && $0.contains("Prefetching") })
  }

  @Test func `after an error the next row that comes near tries again`() async throws {
    try report(["d"])
    await work()
    #expect(taken.value == ["lost failed"] && take() == ["+lost"])
    try report(gone: ["d"])
    try report(["d"])
    #expect(take() == ["+lost"])
  }

  @Test func `a button loads without any report, and a removed plugin cancels what it loads`() async throws {
    prefetching.load("x", in: list)
    prefetching.load("x", in: list)
    await work()
    #expect(take() == ["+x", "=x"])
    try report(["c"])
    list.remove(prefetching)
    #expect(take() == ["+y", "-y"])
    try report(gone: ["c"])
    _ = tree.flushAll()
    #expect(list.children.allSatisfy { $0.wantedVisibility == nil })
  }
}
