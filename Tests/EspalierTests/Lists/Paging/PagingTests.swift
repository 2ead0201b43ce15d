import Testing

@testable import Espalier

/// Containers that refresh and load more: who is asked, how often, and what becomes of it.
@Suite struct PagingTests {
  private struct NoLine: Error {}

  /// A list that writes down what it was asked for.
  private final class Growing: ContainerModel {
    var asked: [String] = []
    var ends: [Loading.End] = []
    override func didLoad() {
      onRefresh {
        "new"
      } then: { list, text in
        list.set(rows: [Row(id: text)])
        return .more
      }
      onLoadMore(from: { list in
        list.asked.append("\(list.children.count)")
        return (list.children.count, list.ends.isEmpty ? Loading.End.more : list.ends.removeFirst())
      }) { count, end in
        if case .failed = end { throw NoLine() }
        return (count, end)
      } then: { list, result in
        list.add(Row(id: "\(result.0)"))
        return result.1
      }
    }
  }

  private let list = Growing(id: "list")
  private let tree: Tree

  init() {
    let root = ContainerModel()
    root.add(list)
    list.footer = LoadMoreModel()
    tree = Tree(root)
    _ = tree.flushAll()
  }

  private var keys: [String] { list.children.map(\.key) }

  /// Does the work that was started, as whoever runs the tree does. Returns how much there was.
  @discardableResult
  private func work() async -> Int {
    let tasks = tree.takeTasks()
    for task in tasks {
      let (values, source) = AsyncStream.makeStream(of: (any Sendable).self)
      await task.work { source.yield($0) }
      source.finish()
      for await value in values { task.receive(value) }
      task.end()
    }
    _ = tree.flushAll()
    return tasks.count
  }

  private func press(_ round: Int) throws {
    _ = try tree.receive("loadMore", from: "list/footer", data: .int(Int64(round)))
    _ = tree.flushAll()
  }

  @Test func `a closed list is asked for nothing, and its cell is not there (RFR-01)`() async throws {
    list.paging.more.close()
    _ = tree.flushAll()
    list.startLoadingMore()
    #expect(await work() == 0 && list.asked == [])
    #expect(throws: DeliveryError.self) { try press(list.paging.more.round) }
    list.paging.more.open()
    _ = tree.flushAll()
    try press(list.paging.more.round)
    #expect(await work() == 1 && keys == ["0"])
  }

  @Test func `asked twice, it loads once; after the end it may again (RFR-02)`() async {
    list.startLoadingMore()
    list.startLoadingMore()
    #expect(list.asked == ["0"] && list.paging.more.state == .running)
    #expect(await work() == 1)
    list.startLoadingMore()
    #expect(await work() == 1 && keys == ["0", "1"])
  }

  @Test func `no more is no more until it is reopened (RFR-02)`() async {
    list.ends = [.noMore]
    list.startLoadingMore()
    await work()
    list.startLoadingMore()
    #expect(await work() == 0 && list.paging.more.state == .finished)
    list.paging.more.open()
    list.startLoadingMore()
    #expect(await work() == 1 && keys == ["0", "1"])
  }

  @Test func `a failure is told in words, and tried again (RFR-02)`() async throws {
    list.ends = [.failed("")]
    list.startLoadingMore()
    await work()
    let footer = try #require(list.footer as? LoadMoreModel)
    #expect(list.paging.more.state == .failed && footer.content.paging.more.reason == Paging.apology)
    #expect(footer.content.html.source.contains("Try again") && !footer.content.html.source.contains("\"near\""))
    try press(list.paging.more.round)
    #expect(await work() == 1 && keys == ["0"])
  }

  @Test func `what ends after its list was reopened is not taken (RFR-03)`() async {
    list.startLoadingMore()
    list.paging.more.open()
    #expect(await work() == 0 && keys == [])
    list.startLoadingMore()
    #expect(await work() == 1 && keys == ["0"])
  }

  @Test func `a refresh reaches each nested list once, however it came there (RFR-04, H-A14)`() async {
    let (inserted, replaced, deep) = (Growing(), Growing(), Growing())
    let (middle, old) = (ContainerModel(id: "middle"), ContainerModel(id: "old"))
    tree.root.add(old)
    _ = tree.flushAll()
    tree.root.insert(inserted, before: list)
    tree.root.replace(old, with: replaced)
    middle.add(deep)
    list.add(middle)
    _ = tree.flushAll()
    tree.root.startRefreshing()
    tree.root.startRefreshing()
    let all = [list, inserted, replaced, deep]
    #expect(all.allSatisfy { $0.paging.refreshing.state == .running })
    #expect(tree.takeTasks().count == 4)
  }

  @Test func `more of nested lists too, but a cell asks for its own list alone (RFR-04)`() async throws {
    let inner = Growing(id: "inner")
    inner.footer = LoadMoreModel()
    list.add(inner)
    _ = tree.flushAll()
    _ = try tree.receive("loadMore", from: "list/inner/footer", data: .int(Int64(inner.paging.more.round)))
    #expect(inner.asked == ["0"] && list.asked == [])
    list.startLoadingMore()
    #expect(inner.asked == ["0"] && list.asked == ["1"])
  }

  @Test func `it is loading before its loader is called, so a loader that asks again is not called twice (RFR-05)`()
    async
  {
    let eager = ContainerModel(id: "eager")
    var calls = 0
    eager.onLoadMore(from: { list in
      calls += 1
      #expect(list.paging.more.state == .running)
      list.startLoadingMore()
    }) {
      0
    } then: { _, _ in
      .noMore
    }
    tree.root.add(eager)
    eager.startLoadingMore()
    #expect(calls == 1)
  }

  @Test func `a press that was meant for an earlier state does nothing (RFR-05)`() async throws {
    let round = list.paging.more.round
    try press(round)
    try press(round)
    await work()
    try press(round)
    #expect(await work() == 0 && keys == ["0"])
  }

  @Test func `lists without sections, or with empty ones, ask for their first rows in their cell (RFR-05, RFR-07)`()
    async throws
  {
    #expect(list.children.isEmpty && list.footer?.isHidden == false)
    let footer = try #require(list.footer as? LoadMoreModel)
    #expect(footer.content.html.source.contains("data-grow=\"near\""))
    list.set(sections: [ListSection("full") { Row(id: "a") }, ListSection("empty")])
    _ = tree.flushAll()
    try press(list.paging.more.round)
    #expect(footer.content.html.source.contains("data-grow=\"\""), "it is not pressed again while it loads")
    #expect(await work() == 1 && keys == ["full", "empty", "2"])
  }

  @Test func `a cleared error is not shown any more (RFR-08)`() async throws {
    list.ends = [.failed("")]
    list.startLoadingMore()
    await work()
    list.paging.more.clearError()
    let footer = try #require(list.footer as? LoadMoreModel)
    #expect(footer.content.paging.more.reason == "" && footer.content.html.source.contains("Load more"))
  }

  @Test func `a refresh replaces what was being loaded`() async {
    list.startLoadingMore()
    list.startRefreshing()
    #expect(await work() == 1 && keys == ["new"])
    #expect(list.paging.more.state == .ready)
  }

  @Test func `a list that leaves gives its work up, and may load when it comes back; one that moves goes on`()
    async throws
  {
    list.startLoadingMore()
    let task = try #require(list.existing(NodeTasks.self)?.all.first)
    let other = ContainerModel(id: "other")
    tree.root.add(other)
    other.add(list)
    _ = tree.flushAll()
    #expect(!task.isCancelled && list.paging.more.state == .running)
    other.remove(list)
    _ = tree.flushAll()
    #expect(task.isCancelled && list.paging.more.state == .ready)
    tree.root.add(list)
    list.startLoadingMore()
    #expect(await work() == 1 && keys == ["0"])
  }

  @Test func `cells of a page’s own show the same and send the same`() async throws {
    struct Tail: Content {
      var state = Loading.State.closed
      var round = 0
      var html: HTML { "<button \(Paging.loadMore, sends: round)>\(state.rawValue)</button>" }
    }
    let tail = CellModel(Tail())
    tail.subscribe(to: Paging.state) { $0.content = Tail(state: $1.more.state, round: $1.more.round) }
    list.footer = tail
    _ = tree.flushAll()
    #expect(tail.content.state == .ready)
    try press(tail.content.round)
    #expect(tail.content.state == .running)
    #expect(await work() == 1 && tail.content.state == .ready && keys == ["0"])
  }

  @Test func `who looks sees every state`() async throws {
    let root = ContainerModel()
    let list = Growing(id: "list")
    (list.header, list.footer) = (RefreshModel(), LoadMoreModel())
    root.add(list)
    var viewed = try Viewed(root)
    let steps: [() -> Void] = [
      { list.startLoadingMore() },
      {
        list.paging.more.close()
        list.paging.refreshing.close()
      },
      {
        list.paging.more.finish()
        list.paging.refreshing.open()
      },
      { list.startRefreshing() },
    ]
    for step in steps {
      step()
      #expect(try !viewed.flush().isEmpty)
      #expect(try viewed.fault() == nil)
      #expect(try viewed.faultInDOM() == nil)
    }
  }
}
