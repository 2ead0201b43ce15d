import EspalierTestSupport
import Espalier
import EspalierTesting
import Testing

@testable import EspalierHTTP
import EspalierInspector
@testable import EspalierServer

/// Notifications of the site reach the nodes of all open pages, each in its lane.
@Suite struct SiteNotificationTests {
  private protocol Bell: Node {
    func ring(_ number: Int)
  }

  private struct Count: Content {
    static let press = Event<NoData>("press")
    var rings = 0
    var last = 0
    var html: HTML { "<p>\(rings)</p><button \(Self.press)>Ring</button>" }
  }

  private final class BellCell: CellModel<Count>, Bell {
    func ring(_ number: Int) { content = Count(rings: content.rings + 1, last: number) }
  }

  private final class Tower: ContainerModel {
    override func didLoad() {
      add(BellCell(Count()))
      add(CellModel(Count()))
    }
  }

  private let site: Site

  init() {
    site = Site(templates: "none", files: "none", log: .silent, tools: [.inspector()]) {
      Page("/shared", title: "Shared") { Tower() }
      Page("/own", title: "Own", scope: .browser) { Tower() }
    }
    site.on(Count.press) { [weak site] _ in site?.notify((any Bell).self) { $0.ring(1) } }
  }

  private func instance(_ path: String, _ browser: String? = nil) throws -> PageInstance {
    try site.core.instance(of: #require(try site.core.page(at: path)), for: browser)
  }

  @Test func `a notification reaches all open pages of both scopes, and none that opens later`() async throws {
    let open = try [instance("/shared"), instance("/own", "a"), instance("/own", "b")]
    site.notify((any Bell).self) { $0.ring(1) }
    for page in open {
      try await until { await page.rings == [1, 0] }
      #expect(await page.version.number == 1)
    }
    #expect(await (try instance("/own", "c")).rings == [0, 0])
  }

  @Test func `an event of one page reaches all others through the site`() async throws {
    let other = try instance("/own", "other")
    let page = try await TestPage.open("/shared", over: InProcess(site))
    try await page.send("press", from: "count")
    try await until { await other.rings == [1, 0] }
    try await until {
      try await page.reload()
      return page["count"]?["rings"] == 1 && page["count-2"]?["rings"] == 0
    }
  }

  @Test func `each page receives every notification from many threads once, and those of one thread in order`()
    async throws
  {
    let open = try (1...8).map { try instance("/own", "\($0)") }
    await withTaskGroup { group in
      for thread in 0..<4 {
        group.addTask { [site] in
          for number in 1...100 { site.notify((any Bell).self) { $0.ring(thread * 1000 + number) } }
        }
      }
    }
    site.notify((any Bell).self) { $0.ring(9999) }
    for page in open {
      try await until { await page.rings == [401, 0] }
      #expect(await page.last == 9999)
    }
  }

  @Test func `the inspector shows notifications of the site and of a node`() async throws {
    let subject = try instance("/shared")
    let stream = try await follow("/shared/tree/patches?last=0")
    defer { stream.finish(.gone) }
    site.notify((any Bell).self) { $0.ring(1) }
    try await until { await subject.version.number == 1 }
    let picture = try await TestPage.open("/shared/tree", over: InProcess(site))
    #expect(picture["moments/1"]?["title"] == "Bell" && picture["moments/1"]?["origin"] == "by the site")
    let notes = { (address: String) in picture[address]?["mark"]?["mark"]?["notes"] }
    #expect(notes("picture/site/header")?[0]?["text"] == "posted Bell to all pages")
    #expect(notes("picture/site/./.count")?[0] == ["kind": "notification", "text": "heard Bell", "step": 2])
    #expect(notes("picture/site/./.count-2") == [])
    subject.enter { instance in
      instance.change { tree in
        tree.root.children[0].notify((any Bell).self, .childrenAndSelf) { $0.ring(2) }
      }
    }
    // A change so soon after another waits for the end of a window.
    try await until {
      try await picture.reload()
      return picture["moments/2"] != nil
    }
    #expect(notes("picture/site/./.count")?[0]?["text"] == "posted Bell to itself and all nodes below")
  }

  private func follow(_ target: String) async throws -> EventStream {
    let request = try Request(.get, target, headers: [.accept: MediaType.eventStream.description])
    let response = await withCheckedContinuation { continuation in
      site.responder.respond(to: request, Answer { continuation.resume(returning: $0) })
    }
    guard case .stream(let stream) = response.body else { throw HTTPError(.internalError, "there is no stream") }
    return stream
  }
}

extension PageInstance {
  private var counts: [JSON] { tree.root.children.compactMap(\.facts.content) }
  /// How often each cell of the page was rung.
  fileprivate var rings: [JSON] { counts.compactMap { $0["rings"] } }
  /// The number of the last ring.
  fileprivate var last: JSON? { counts.first?["last"] }
}
