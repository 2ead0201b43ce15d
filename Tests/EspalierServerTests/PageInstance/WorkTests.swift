import EspalierServerTestSupport
import EspalierTestSupport
import EspalierLocks
import EspalierTesting
import Testing

@testable import Espalier
@testable import EspalierHTTP
@testable import EspalierServer

/// Asynchronous tasks of nodes: their results return to the page's lane, the page shows what they change, and a task
/// ends with its node.
@Suite struct WorkTests {
  private struct Line: Content {
    static let load = Event<NoData>("load")
    static let drop = Event<NoData>("drop")
    var text = "idle"
    var html: HTML { "<p>\(text)</p><button \(Self.load)>Load</button><button \(Self.drop)>Drop</button>" }
  }

  private struct Late: Error {}

  /// Makes tasks wait until the test opens it from outside the lane.
  private actor Gate {
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var isOpen = false
    private(set) var cancelled = 0
    func pass() async {
      if !isOpen { await withCheckedContinuation { waiting.append($0) } }
      if Task.isCancelled { cancelled += 1 }
    }
    func open() {
      isOpen = true
      for continuation in waiting { continuation.resume() }
      waiting = []
    }
  }

  private final class Loader: ContainerModel {
    let gate: Gate
    init(_ gate: Gate) {
      self.gate = gate
      super.init()
    }
    override func didLoad() {
      let line = CellModel(Line())
      let inner = ContainerModel(id: "inner")
      inner.add(line)
      add(inner)
      on(Line.drop) { $0.remove(inner) }
      inner.on(Line.load) { [gate] inner in
        line.content.text = "loading"
        inner.task {
          await gate.pass()
        } then: { inner, _ in
          line.content.text = "half"
          inner.task {
            try await Task.sleep(for: .milliseconds(1))
            throw Late()
          } then: { (_, _: Int) in
            Issue.record("it cannot succeed")
          } failed: { _, error in
            line.content.text = error is Late ? "done" : "\(error)"
          }
        }
      }
    }
  }

  private let gate = Gate()
  private func site(_ limits: PageLimits = PageLimits()) -> Site {
    Site(templates: "none", files: "none", limits: Limits(pages: limits), log: .silent) { [gate] in
      Page("/load", title: "Load") { Loader(gate) }
    }
  }

  @Test func `a reply is sent at once, and the changes of a task follow`() async throws {
    let page = try await TestPage.open("/load", over: InProcess(site()))
    try await page.send("load", from: "inner/line")
    #expect(page["inner/line"]?["text"] == "loading")
    await gate.open()
    try await until {
      try await page.reload()
      return page["inner/line"]?["text"] == "done"
    }
  }

  @Test func `the changes of each task are published in order`() async throws {
    let site = site()
    let page = try await TestPage.open("/load", over: InProcess(site))
    try await page.send("load", from: "inner/line")
    await gate.open()
    try await until {
      try await page.reload()
      return page["inner/line"]?["text"] == "done"
    }
    let instance = try site.core.instance(of: #require(try site.core.page(at: "/load")))
    let texts = await withCheckedContinuation { continuation in
      instance.enter { instance in
        let document = instance.publisher.catchUpDocument(since: .last(9), .jsonPatch).collected
        continuation.resume(returning: String(decoding: document, as: UTF8.self))
      }
    }
    let order = ["loading", "half", "done"].compactMap { texts.firstRange(of: "\"\($0)\"")?.lowerBound }
    #expect(order.count == 3 && order == order.sorted(), "\(texts)")
  }

  @Test func `a form without JavaScript waits for the task's result`() async throws {
    var limits = PageLimits()
    limits.work = .seconds(3600)
    let site = site(limits)
    var browser = PlainBrowser(try InProcess(site))
    try await browser.open("/load")
    let gate = gate
    Task {
      try await Task.sleep(for: .milliseconds(50))
      await gate.open()
    }
    try await browser.press("Load")
    #expect(browser.html.contains("<p>done</p>"))
    #expect(site.core.metrics.rejections[.work] == 0)
  }

  @Test func `the form waits no longer than the limit`() async throws {
    var limits = PageLimits()
    limits.work = .milliseconds(30)
    let site = site(limits)
    var browser = PlainBrowser(try InProcess(site))
    try await browser.open("/load")
    try await browser.press("Load")
    #expect(browser.html.contains("<p>loading</p>"))
    #expect(site.core.metrics.rejections[.work] == 1)
    await gate.open()
  }

  @Test func `a form does not wait for a sequence that may have no end`() async throws {
    let (elements, source) = AsyncStream.makeStream(of: Int.self)
    var limits = PageLimits()
    limits.work = .seconds(3600)
    let site = Site(templates: "none", files: "none", limits: Limits(pages: limits), log: .silent) {
      Page("/load", title: "Load") {
        let root = ContainerModel()
        let line = CellModel(Line())
        root.add(line)
        root.on(Line.load) { _ in
          line.content.text = "following"
          line.listen(to: elements) { $0.content.text = "\($1)" }
        }
        return root
      }
    }
    var browser = PlainBrowser(try InProcess(site))
    try await browser.open("/load")
    try await browser.press("Load")
    #expect(browser.html.contains("<p>following</p>"))
    source.finish()
  }

  @Test func `the form waits no longer when its client hangs up`() async throws {
    var limits = PageLimits()
    limits.work = .seconds(3600)
    let site = site(limits)
    var browser = PlainBrowser(try InProcess(site))
    try await browser.open("/load")
    let form = try browser.form(pressing: "Load")
    var headers: Headers = [
      .accept: MediaType.html.description, .contentType: MediaType.form.description, "Origin": "http://here",
      .host: "here",
    ]
    headers[.cookie] = browser.cookie
    let request = try Request(.post, form.action, headers: headers, body: Array(form.body.utf8))
    let (answered, hangUp) = (Lock<Response?>(nil), Lock<(@Sendable () -> Void)?>(nil))
    let answer = Answer(
      deliver: { reply in answered.withLock { $0 = reply } }, refused: {},
      watch: { work in hangUp.withLock { $0 = work } })
    site.responder.respond(to: request, answer)
    #expect(answered.withLock { $0 == nil })
    hangUp.withLock { $0 }?()
    try await until { answered.withLock { $0?.status == .seeOther } }
    await gate.open()
  }

  @Test func `a task is cancelled when its node leaves the page`() async throws {
    let page = try await TestPage.open("/load", over: InProcess(site()))
    try await page.send("load", from: "inner/line")
    try await page.send("drop", from: "inner/line")
    await gate.open()
    try await until { await gate.cancelled == 1 }
  }

  @Test func `a task continues when its node moves, and starts when its node joins a page`() async throws {
    let (from, to, row) = (ContainerModel(), ContainerModel(), CellModel(Line()))
    let root = ContainerModel()
    root.add([from, to])
    row.task {
      "begun"
    } then: {
      $0.content.text = $1
    }
    from.add(row)
    let tree = Tree(root)
    _ = tree.flushAll()
    let task = try #require(tree.takeTasks().first)
    to.add(row)
    _ = tree.flushAll()
    #expect(!task.isCancelled && tree.takeTasks().isEmpty)
    task.receive("begun")
    #expect(row.content.text == "begun")
    row.task {
      "never"
    } then: {
      $0.content.text = $1
    }
    let last = try #require(tree.takeTasks().first)
    to.remove(row)
    _ = tree.flushAll()
    #expect(last.isCancelled && tree.takeTasks().isEmpty)
    last.receive("never")
    #expect(row.content.text == "begun")
  }

  @Test func `a node follows a sequence as long as it is on the page`() async throws {
    let (elements, source) = AsyncStream.makeStream(of: Int.self)
    let ended = Lock(false)
    source.onTermination = { _ in ended.withLock { $0 = true } }
    let site = Site(templates: "none", files: "none", log: .silent) {
      Page("/load", title: "Load") {
        let root = ContainerModel()
        let line = CellModel(Line())
        root.add(line)
        line.listen(to: elements) { $0.content.text = "\($1)" }
        root.on(Line.drop) { $0.remove(line) }
        return root
      }
    }
    let page = try await TestPage.open("/load", over: InProcess(site))
    for number in 1...3 {
      source.yield(number)
      try await until {
        try await page.reload()
        return page["line"]?["text"] == .string("\(number)")
      }
    }
    try await page.send("drop", from: "line")
    try await until { ended.withLock { $0 } }
  }

  @Test func `the tasks of a removed instance are cancelled`() async throws {
    var limits = PageLimits()
    limits.instances = 1
    let site = Site(templates: "none", files: "none", limits: Limits(pages: limits), log: .silent) { [gate] in
      Page("/load", title: "Load", scope: .browser) { Loader(gate) }
    }
    var (first, second) = (PlainBrowser(try InProcess(site)), PlainBrowser(try InProcess(site)))
    try await first.open("/load")
    let form = try first.form(pressing: "Load")
    let request = try Request(
      .post, form.action,
      headers: [
        .accept: MediaType.json.description, .contentType: MediaType.form.description, "Origin": "http://here",
        .host: "here", .cookie: try #require(first.cookie),
      ], body: Array(form.body.utf8))
    #expect(try await first.transport.reply(to: request).status == .ok)
    try await second.open("/load")
    site.settle()
    await gate.open()
    try await until { await gate.cancelled == 1 }
  }
}
