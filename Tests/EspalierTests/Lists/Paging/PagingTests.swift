import EspalierLocks
import Testing

@testable import Espalier

/// Containers that refresh and load more: which loaders are called, how often, and with what effect.
@Suite struct PagingTests {
  private struct NoLine: Error {}

  /// A list that records its requests.
  private final class Growing: ContainerModel {
    var asked: [String] = []
    var ends: [Loading.End] = []
    override func didLoad() {
      onLoad(.refresh) {
        "new"
      } then: { list, text in
        list.set(rows: [Row(id: text)])
        return .more
      }
      onLoad(
        .more,
        from: { list in
          list.asked.append("\(list.children.count)")
          return (list.children.count, list.ends.isEmpty ? Loading.End.more : list.ends.removeFirst())
        }
      ) { count, end in
        if case .failed = end { throw NoLine() }
        return (count, end)
      } then: { list, result in
        list.add(Row(id: "\(result.0)"))
        return result.1
      }
      onLoad(.earlier, from: { _ in "earlier" }) { [fails = earlierFails] text in
        if fails.withLock({ $0 }) { throw NoLine() }
        return text
      } then: { list, text in
        let row = CellModel(Row(id: text))
        if let first = list.children.first { list.add(row, at: .before(first)) } else { list.add(row) }
        return .noMore
      }
    }
    let earlierFails = Lock(false)
  }

  private let list = Growing(id: "list")
  private let tree: Tree

  init() {
    let root = ContainerModel()
    root.add(list)
    list.header = .loadEarlier
    list.footer = .loadMore
    tree = Tree(root)
    _ = tree.flushAll()
  }

  private var keys: [String] { list.children.map(\.key) }

  /// Runs the started tasks and sends their changes. Returns the number of tasks.
  @discardableResult
  private func work() async -> Int {
    let count = await tree.runTasks()
    _ = tree.flushAll()
    return count
  }

  private func press(_ round: Int) throws {
    _ = try tree.receive("loadMore", from: "list/footer", data: .int(Int64(round)))
    _ = tree.flushAll()
  }

  @Test func `a closed list loads nothing, and its cell is hidden (RFR-01)`() async throws {
    list.children.paging.more.state = .closed
    _ = tree.flushAll()
    list.children.startLoading(.more)
    #expect(await work() == 0 && list.asked == [])
    #expect(throws: DeliveryError.self) { try press(list.children.paging.more.round) }
    list.children.paging.more.state = .ready
    _ = tree.flushAll()
    try press(list.children.paging.more.round)
    #expect(await work() == 1 && keys == ["0"])
  }

  @Test func `two requests load once, and after the end the list may load again (RFR-02)`() async {
    list.children.startLoading(.more)
    list.children.startLoading(.more)
    #expect(list.asked == ["0"] && list.children.paging.more.state == .running)
    #expect(await work() == 1)
    list.children.startLoading(.more)
    #expect(await work() == 1 && keys == ["0", "1"])
  }

  @Test func `a finished list loads nothing until it is reopened (RFR-02)`() async {
    list.ends = [.noMore]
    list.children.startLoading(.more)
    await work()
    list.children.startLoading(.more)
    #expect(await work() == 0 && list.children.paging.more.state == .finished)
    list.children.paging.more.state = .ready
    list.children.startLoading(.more)
    #expect(await work() == 1 && keys == ["0", "1"])
  }

  @Test func `a failure shows its reason, and the list may load again (RFR-02)`() async throws {
    list.ends = [.failed("")]
    list.children.startLoading(.more)
    await work()
    let footer = try #require(list.footer as? LoadMoreModel)
    #expect(
      list.children.paging.more.state == .failed && footer.content.paging.more.reason == Words.english[.loadingFailed])
    #expect(footer.content.html.source.contains("Try again") && !footer.content.html.source.contains("\"near\""))
    try press(list.children.paging.more.round)
    #expect(await work() == 1 && keys == ["0"])
  }

  @Test func `a result that arrives after the list was reopened is ignored (RFR-03)`() async {
    list.children.startLoading(.more)
    list.children.paging.more.state = .ready
    #expect(await work() == 0 && keys == [])
    list.children.startLoading(.more)
    #expect(await work() == 1 && keys == ["0"])
  }

  @Test func `a refresh reaches each nested list once, however it was added (RFR-04, H-A14)`() async {
    let (inserted, replaced, deep) = (Growing(), Growing(), Growing())
    let (middle, old) = (ContainerModel(id: "middle"), ContainerModel(id: "old"))
    tree.root.add(old)
    _ = tree.flushAll()
    tree.root.add(inserted, at: .before(list))
    tree.root.children.replace(old, with: replaced)
    middle.add(deep)
    list.add(middle)
    _ = tree.flushAll()
    tree.root.children.startLoading(.refresh)
    tree.root.children.startLoading(.refresh)
    let all = [list, inserted, replaced, deep]
    #expect(all.allSatisfy { $0.children.paging.refreshing.state == .running })
    #expect(tree.takeTasks().count == 4)
  }

  @Test func `loading more includes nested lists, but a cell loads only for its own list (RFR-04)`() async throws {
    let inner = Growing(id: "inner")
    inner.footer = .loadMore
    list.add(inner)
    _ = tree.flushAll()
    _ = try tree.receive("loadMore", from: "list/inner/footer", data: .int(Int64(inner.children.paging.more.round)))
    #expect(inner.asked == ["0"] && list.asked == [])
    list.children.startLoading(.more)
    #expect(inner.asked == ["0"] && list.asked == ["1"])
  }

  @Test
  func `the state is running before the loader is called, so a loader that asks again is not called twice (RFR-05)`()
    async
  {
    let eager = ContainerModel(id: "eager")
    var calls = 0
    eager.onLoad(
      .more,
      from: { list in
        calls += 1
        #expect(list.children.paging.more.state == .running)
        list.children.startLoading(.more)
      }
    ) {
      0
    } then: { _, _ in
      .noMore
    }
    tree.root.add(eager)
    eager.children.startLoading(.more)
    #expect(calls == 1)
  }

  @Test func `an event for an earlier state does nothing (RFR-05)`() async throws {
    let round = list.children.paging.more.round
    try press(round)
    try press(round)
    await work()
    try press(round)
    #expect(await work() == 0 && keys == ["0"])
  }

  @Test func `lists without sections or with empty sections load their first rows through their cell (RFR-05, RFR-07)`()
    async throws
  {
    #expect(list.children.isEmpty && list.footer?.isHidden == false)
    let footer = try #require(list.footer as? LoadMoreModel)
    #expect(footer.content.html.source.contains("data-grow=\"near\""))
    list.set(sections: [ListSection("full") { Row(id: "a") }, ListSection("empty")])
    _ = tree.flushAll()
    try press(list.children.paging.more.round)
    #expect(footer.content.html.source.contains("data-grow=\"\""), "the cell does not load again while it loads")
    #expect(await work() == 1 && keys == ["full", "empty", "2"])
  }

  @Test func `a cleared error is no longer shown (RFR-08)`() async throws {
    list.ends = [.failed("")]
    list.children.startLoading(.more)
    await work()
    if list.children.paging.more.state == .failed { list.children.paging.more.state = .ready }
    let footer = try #require(list.footer as? LoadMoreModel)
    #expect(footer.content.paging.more.reason == "" && footer.content.html.source.contains("Load more"))
  }

  private func pressEarlier(_ round: Int) throws {
    _ = try tree.receive("loadEarlier", from: "list/header", data: .int(Int64(round)))
    _ = tree.flushAll()
  }

  @Test func `the two ends load at the same time, each once, and end by themselves (RFR-09)`() async throws {
    list.add(Row(id: "now"))
    _ = tree.flushAll()
    let round = list.children.paging.earlier.round
    try pressEarlier(round)
    try pressEarlier(round)
    try press(list.children.paging.more.round)
    #expect(list.children.paging.earlier.state == .running && list.children.paging.more.state == .running)
    #expect(await work() == 2 && keys == ["earlier", "now", "1"])
    #expect(list.children.paging.earlier.state == .finished && list.children.paging.more.state == .ready)
    try pressEarlier(round)
    try pressEarlier(list.children.paging.earlier.round)
    #expect(await work() == 0, "late presses, and presses at the start of the list, do nothing (H-E6)")
    try press(list.children.paging.more.round)
    #expect(await work() == 1 && keys == ["earlier", "now", "1", "3"])
  }

  @Test func `an error at one end does not stop the other, and each cell shows the state of its own end (RFR-09)`()
    async throws
  {
    list.earlierFails.withLock { $0 = true }
    list.children.startLoading(.earlier)
    #expect(await work() == 1)
    #expect(list.children.paging.earlier.state == .failed && list.children.paging.more.state == .ready)
    let header = try #require(list.header as? LoadEarlierModel)
    let footer = try #require(list.footer as? LoadMoreModel)
    let shown = header.content.html.source
    #expect(shown.contains("Try again") && shown.contains("That did not work."))
    #expect(footer.content.html.source.contains("Load more") && footer.content.html.source.contains("\"near\""))
    try press(list.children.paging.more.round)
    #expect(await work() == 1 && keys == ["0"])
    list.earlierFails.withLock { $0 = false }
    try pressEarlier(list.children.paging.earlier.round)
    #expect(await work() == 1 && keys == ["earlier", "0"])
    #expect(header.content.html.source.contains("Start of the list."))
  }

  @Test func `a refresh replaces the running loads of both ends, and both may load again`() async {
    list.children.startLoading(.earlier)
    list.children.startLoading(.more)
    list.children.startLoading(.refresh)
    list.children.startLoading(.earlier)
    #expect(await work() == 1 && keys == ["new"])
    #expect(list.children.paging.earlier.state == .ready && list.children.paging.more.state == .ready)
  }

  @Test func `without a load-earlier handler the cell above is hidden`() throws {
    let plain = ContainerModel(id: "plain")
    plain.header = .loadEarlier
    tree.root.add(plain)
    _ = tree.flushAll()
    #expect(plain.header?.isHidden == true && list.header?.isHidden == false)
    plain.children.startLoading(.earlier)
    #expect(plain.children.paging.earlier.state == .closed)
  }

  @Test func `a refresh replaces the running load`() async {
    list.children.startLoading(.more)
    list.children.startLoading(.refresh)
    #expect(await work() == 1 && keys == ["new"])
    #expect(list.children.paging.more.state == .ready)
  }

  @Test func `a list that leaves the page stops loading and may load when it returns, and a moved list continues`()
    async throws
  {
    list.children.startLoading(.more)
    let task = try #require(list.existing(NodeTasks.self)?.all.first)
    let other = ContainerModel(id: "other")
    tree.root.add(other)
    other.add(list)
    _ = tree.flushAll()
    #expect(!task.isCancelled && list.children.paging.more.state == .running)
    other.remove(list)
    _ = tree.flushAll()
    #expect(task.isCancelled && list.children.paging.more.state == .ready)
    tree.root.add(list)
    list.children.startLoading(.more)
    #expect(await work() == 1 && keys == ["0"])
  }

  @Test func `custom cells show the same state and send the same events`() async throws {
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

  @Test func `viewers see each state`() async throws {
    let root = ContainerModel()
    let list = Growing(id: "list")
    (list.header, list.footer) = (RefreshModel(), LoadMoreModel())
    root.add(list)
    var viewed = try Viewed(root)
    let steps: [() -> Void] = [
      { list.children.startLoading(.more) },
      {
        list.children.paging.more.state = .closed
        list.children.paging.refreshing.state = .closed
      },
      {
        list.children.paging.more.state = .finished
        list.children.paging.refreshing.state = .ready
      },
      { list.children.startLoading(.refresh) },
    ]
    for step in steps {
      step()
      #expect(try !viewed.flush().isEmpty)
      #expect(try viewed.fault() == nil)
      #expect(try viewed.faultInDOM() == nil)
    }
  }
}
