import EspalierServerTestSupport
import EspalierTestSupport
import Espalier
import EspalierLocks
import EspalierTesting
import Foundation
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// A page that was being made at several ends of the server is closed after the restart. The other pages are served.
@Suite struct ClosedPagesTests {
  /// Saves nothing; has only the path of the crash file.
  private struct Store: PromptStore {
    let crashFile: String?
    func instance(of owner: PersistedInstance.Owner) -> PersistedInstance? { nil }
    func instance(id: String) -> PersistedInstance? { nil }
    func save(_ saves: [PersistedSave]) {}
    func forget(browser: String) {}
  }

  private let folder: TemporaryFolder
  private let lines = Lock("")
  private let made = Lock<[String]>([])
  private let now = Int(Timestamp.now.milliseconds / 1000)

  init() throws { folder = try TemporaryFolder() }

  private func text(of name: String) -> String? { TextFolder(folder.path, ending: name).files().first?.text }

  private func site() -> Site {
    Site(
      templates: "none", files: "none", store: PageStore(Store(crashFile: folder.path + "/crashes")),
      log: Log { [lines] bytes in lines.withLock { $0 += String(decoding: bytes, as: UTF8.self) } }
    ) {
      for path in ["/bad", "/good"] {
        Page(path, title: path, scope: path == "/bad" ? .shared : .browser) { [made] in
          made.withLock { $0.append(path) }
          return ContainerModel()
        }
      }
    }
  }

  @Test func `a page that was being made at two ends is closed, and the others are served`() async throws {
    try folder.write("crashes", "\(now)\t/bad\t\t\n\(now - 1)\t/bad\t\t\n\(now - 90_000)\t/good\t\t\nrubbish")
    let site = site()
    site.core.closeAfterCrashes(adding: site.core.readCrashes()) { _ in }
    #expect(site.core.running.withLock { $0 } != nil)
    #expect(text(of: "crashes") == "\(now)\t/bad\t\t\n\(now - 1)\t/bad\t\t\n")
    // This checks the site, which makes each page once.
    let client = try InProcess(site)
    #expect(made.withLock { $0 } == ["/good"])
    for (path, type) in [("/bad", "application/json"), ("/bad/patches", "text/event-stream")] {
      let reply = try await client.reply(to: Request(.get, path, headers: ["Accept": type]))
      #expect(reply.status == .serviceUnavailable)
      #expect((8...10).contains(reply.headers[.retryAfter].flatMap { Int($0) } ?? 0))
      guard case .bytes(let bytes) = reply.body else {
        Issue.record("no body")
        continue
      }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.contains("The server ended 2 times while it made the page /bad. The page stays closed for "))
    }
    #expect(try await client.reply(to: Request(.get, "/good")).status == .ok)
    #expect(made.withLock { $0 } == ["/good", "/good"])
    #expect(lines.withLock { $0 }.contains("level=error event=page-closed page=/bad ends=2 seconds="))
  }

  private func write(_ bytes: [UInt8], to path: String) throws { try Data(bytes).write(to: URL(filePath: path)) }

  /// Adds what ended the server, and closes what the records name too often.
  private func close(
    _ closed: ClosedPages, after made: [PersistedInstance.Owner],
    handled: (owner: PersistedInstance.Owner, event: String)? = nil, in file: CrashFile
  ) -> [CrashPolicy.Closure] {
    file.add(closed.records(made: made, handled: handled)) { _ in }
    let all = Lock<[CrashPolicy.Closure]>([])
    closed.close(from: file) { found in all.withLock { $0 = (try? found.get().pages) ?? [] } }
    return all.withLock { $0 }
  }

  @Test func `an event that crashed the server twice is not handled again, and closes no page`() throws {
    let (closed, file) = (ClosedPages(), CrashFile(folder.path + "/crashes"))
    let owner = PersistedInstance.Owner(page: "/bad", browser: "b")
    #expect(close(closed, after: [], handled: (owner, "an event"), in: file) == [])
    try closed.check(event: "an event", of: owner)
    // It was made without a fault, which says nothing of the event.
    closed.forget(owner)
    #expect(close(closed, after: [], handled: (owner, "an event"), in: file) == [])
    try closed.check(owner)
    try closed.check(event: "another", of: owner)
    try closed.check(event: "an event", of: PersistedInstance.Owner(page: "/bad", browser: "c"))
    let error = #expect(throws: HTTPError.self) { try closed.check(event: "an event", of: owner) }
    #expect(error?.status == .internalServerError && error?.detail.contains("2 times") == true)
  }

  @Test func `an event of a page with a long URL is closed, too`() throws {
    let path = folder.path + "/running"
    let (closed, file) = (ClosedPages(), CrashFile(folder.path + "/crashes"))
    let owner = PersistedInstance.Owner(page: "/search?q=" + String(repeating: "x", count: 400), browser: "b")
    for _ in 0..<2 {
      let slot = try #require(try RunningFile(path).slot(1))
      slot.begin(.page)
      for (field, text) in [(Interruption.Field.page, owner.page), (.browser, "b")] { slot.add(field, text) }
      slot.set(.event)
      slot.add(.event, "an event")
      var bytes = CrashFile(path).bytes()
      bytes[32] = 1
      try write(bytes, to: path)
      let crash = try #require(try RunningFile(path).crash)
      _ = close(closed, after: [], handled: crash.handled, in: file)
    }
    #expect(throws: HTTPError.self) { try closed.check(event: "an event", of: owner) }
  }

  @Test func `the file says what the thread ran that crashed`() throws {
    let path = folder.path + "/running"
    let slot = try #require(try RunningFile(path).slot(2))
    slot.begin(.page)
    slot.add(.page, "/bad")
    slot.set(.event)
    slot.add(.event, "an event")
    var bytes = CrashFile(path).bytes()
    try write(bytes, to: path)
    #expect(try RunningFile(path).crash == nil, "it was killed")
    bytes[32] = 2
    try write(bytes, to: path)
    let handled = try #require(try RunningFile(path).crash?.handled)
    #expect(handled.owner == PersistedInstance.Owner(page: "/bad") && handled.event == "an event")
    bytes[32] = 3
    try write(bytes, to: path)
    #expect(try RunningFile(path).crash == nil, "that thread ran nothing")
    try write(Array("running 1\n".utf8), to: path)
    #expect(try RunningFile(path).crash == nil, "the file is too short")
  }

  @Test func `a closed page opens again when its time is over`() throws {
    let clock = Lock(now)
    let closed = ClosedPages { clock.withLock { $0 } }
    let owner = PersistedInstance.Owner(page: "/bad")
    let file = CrashFile(folder.path + "/crashes")
    #expect(close(closed, after: [owner], in: file) == [])
    #expect(close(closed, after: [owner], in: file).count == 1)
    #expect(throws: HTTPError.self) { try closed.check(PersistedInstance.Owner(page: "/bad", browser: "b", tab: nil)) }
    clock.withLock { $0 += 10 }
    try closed.check(owner)
  }

  @Test func `an instance that was made without a fault begins again`() throws {
    let (closed, file) = (ClosedPages(), CrashFile(folder.path + "/crashes"))
    let (bad, good) = (PersistedInstance.Owner(page: "/bad"), PersistedInstance.Owner(page: "/good"))
    #expect(close(closed, after: [bad, good, good], in: file) == [])
    closed.forget(good)
    #expect(file.records().map(\.owner) == [bad])
    #expect(close(closed, after: [bad, good], in: file).map(\.owner) == [bad])
    try closed.check(good)
  }

  @Test func `the file says what each thread ran when the process ended in any way`() throws {
    let path = folder.path + "/running"
    let owner = PersistedInstance.Owner(page: "/bad", browser: "b", tab: nil)
    let first = try RunningFile(path)
    #expect(first.left == [])
    let (one, two) = (try #require(first.slot(1)), try #require(first.slot(128)))
    one.begin(.routing)
    one.add(.path, "/bad/events")
    one.begin(.making)
    one.add(.page, owner.page)
    one.add(.browser, "b")
    two.begin(.page)
    two.add(.page, "/done")
    two.end()
    let second = try RunningFile(path)
    #expect(second.left.count == 1 && second.left.first?.made == owner && second.left.first?.phase == .making)
    #expect(second.left.first?.texts[.path] == "/bad/events")
    // The threads of the earlier process do not write into the new file.
    #expect(try RunningFile(path).left == [])
    let third = try RunningFile(path)
    third.slot(2)?.begin(.event)
    third.end()
    #expect(try RunningFile(path).left == [], "it stopped in order")
    try folder.write("running", "running 1\n" + String(repeating: "\u{7f}", count: 129 * 4096 - 10))
    #expect(try RunningFile(path).left == [])
  }

  @Test func `texts of a note are cut, and notes that are too deep are not written`() throws {
    let path = folder.path + "/running"
    let slot = try #require(try RunningFile(path).slot(3))
    slot.begin(.event)
    slot.add(.page, String(repeating: "é", count: 500))
    for _ in 0..<40 { slot.add(.posted, String(repeating: "x", count: 200)) }
    for _ in 0..<9 { slot.begin(.reading) }
    slot.add(.node, "lost")
    let left = try #require(try RunningFile(path).left.first)
    #expect(left.texts[.page] == String(repeating: "é", count: 80))
    #expect(left.texts[.node] == nil && left.phase == .reading)
    for _ in 0..<10 { slot.end() }
    slot.end()
    slot.begin(.page)
    slot.end()
  }

  @Test func `a crash file that cannot be opened is logged and closes no page`() throws {
    let site = Site(
      templates: "none", files: "none", store: PageStore(Store(crashFile: "/nowhere/crashes")),
      log: Log { [lines] bytes in lines.withLock { $0 += String(decoding: bytes, as: UTF8.self) } }
    ) { Page("/", title: "") { ContainerModel() } }
    #expect(site.core.readCrashes() == [] && site.core.running.withLock { $0 } == nil)
    let detail = "detail=\"The server cannot open the file /nowhere/crashes-running: No such file"
    #expect(lines.withLock { $0 }.contains("event=crashes \(detail)"))
  }
}
