import EspalierTestSupport
import Espalier
import EspalierLocks
import EspalierTesting
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// A page that crashed the server while it was made is closed after the restart. The other pages are served.
@Suite struct ClosedPagesTests {
  /// Saves nothing; has only the path of the crash file.
  private struct Store: PageStorage {
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

  @Test func `a page that crashed while it was made is closed, and the others are served`() async throws {
    try folder.write("crashes", "\(now)\t/bad\t\t\n\(now - 1)\t/bad\t\t\n\(now - 90_000)\t/good\t\t\nrubbish")
    let site = site()
    let file = site.readCrashes()
    #expect(file != nil && text(of: "crashes") == "\(now)\t/bad\t\t\n\(now - 1)\t/bad\t\t\n")
    // This checks the site, which makes each page once.
    let client = try InProcess(site)
    #expect(made.withLock { $0 } == ["/good"])
    for (path, type) in [("/bad", "application/json"), ("/bad/patches", "text/event-stream")] {
      let reply = try await client.reply(to: Request(.get, path, headers: ["Accept": type]))
      #expect(reply.status == .serviceUnavailable)
      #expect((18...20).contains(reply.headers[.retryAfter].flatMap { Int($0) } ?? 0))
      guard case .bytes(let bytes) = reply.body else {
        Issue.record("no body")
        continue
      }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.contains("The server crashed 2 times while it made the page /bad. The page stays closed for "))
    }
    #expect(try await client.reply(to: Request(.get, "/good")).status == .ok)
    #expect(made.withLock { $0 } == ["/good", "/good"])
    #expect(lines.withLock { $0 }.contains("level=error event=page-closed page=/bad crashes=2 seconds="))
  }

  @Test func `a closed page opens again when its time is over`() throws {
    let clock = Lock(now)
    let closed = ClosedPages { clock.withLock { $0 } }
    let owner = PersistedInstance.Owner(page: "/bad")
    #expect(closed.close(after: [CrashRecord(time: now, owner: owner)]).count == 1)
    #expect(throws: HTTPError.self) { try closed.check(PersistedInstance.Owner(page: "/bad", browser: "b", tab: nil)) }
    clock.withLock { $0 += 10 }
    try closed.check(owner)
  }

  @Test func `a crash file that cannot be opened is logged and closes no page`() throws {
    let site = Site(
      templates: "none", files: "none", store: PageStore(Store(crashFile: "/nowhere/crashes")),
      log: Log { [lines] bytes in lines.withLock { $0 += String(decoding: bytes, as: UTF8.self) } }
    ) { Page("/", title: "") { ContainerModel() } }
    #expect(site.readCrashes() == nil)
    let detail = "detail=\"The server cannot open the file /nowhere/crashes: No such file"
    #expect(lines.withLock { $0 }.contains("event=crashes \(detail)"))
  }
}
