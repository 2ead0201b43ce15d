import Testing

@testable import Espalier
@testable import EspalierHTTP
@testable import EspalierServer

@Suite struct JournalTests {
  private func journal(of count: Int, capacity: Int) -> Journal {
    var journal = Journal(capacity: capacity, room: .max)
    for number in 1...count { _ = journal.append(patch(number)) }
    return journal
  }

  private func patch(_ number: Int, operations: Int = 0) -> Patch {
    var changes = ChangeSet()
    for _ in 0..<operations {
      let place = ChangeSet.Place(container: "", path: [], index: 0, before: nil)
      changes.operations.append(.remove(key: "key", from: place, by: .init()))
    }
    return Patch(changes, version: Version(epoch: "e", number: number), metrics: StreamingMetrics())
  }

  @Test(arguments: 0..<20)
  func `the journal holds the newest versions within its limits, with their encodings`(
    seed: Int
  ) {
    var random = Seeded(state: UInt64(seed))
    let room = Int.random(in: 1...40_000, using: &random)
    var journal = Journal(capacity: 30, room: room)
    let dialects = Dialects(html: HTMLDialect(events: "/e", load: ""), regions: [])
    var all: [Patch] = []
    for number in 1...200 {
      all.append(patch(number, operations: Int.random(in: 0...20, using: &random)))
      let reach = all.count - 1
      let had = (0...reach).last { journal.patches(since: reach - $0, current: reach) != nil } ?? 0
      let lost = journal.append(all[number - 1])
      // A reader asks for an old version, which may be gone.
      let read = all[Int.random(in: max(0, number - 40)..<number, using: &random)]
      let size = read.size
      _ = read.frame(Dialect.allCases.randomElement(using: &random) ?? .dom, dialects)
      let lostAgain = read.size > size && journal.grew(read, by: read.size - size)
      let held = (0...number).last { journal.patches(since: number - $0, current: number) != nil } ?? 0
      #expect(journal.bytes == all.suffix(held).reduce(0) { $0 + $1.size })
      #expect(journal.bytes <= room && held <= 30)
      #expect((held == min(had + 1, 30)) == !(lost || lostAgain))
    }
  }

  @Test(arguments: 1...20)
  func `a reader gets exactly the versions that it missed, or none`(count: Int) {
    let journal = journal(of: count, capacity: 7)
    for seen in 0...count {
      let missed = journal.patches(since: seen, current: count)?.map(\.version.number)
      if count - seen <= 7 {
        #expect(missed == Array(seen + 1..<count + 1))
      } else {
        #expect(missed == nil)
      }
    }
  }

  @Test func `a version from the future is not in the journal`() {
    #expect(journal(of: 3, capacity: 7).patches(since: 9, current: 3) == nil)
  }

  @Test(arguments: ["", "e", "e.", ".1", "e.x", "e.-1", "e.1.2"])
  func `a malformed version is refused`(text: String) { #expect(Version(text) == nil) }

  private final class Growing: ContainerModel {
    struct Line: Content {
      static let grow = Event<NoData>("grow")
      var text: String
      var html: HTML { "<button \(Self.grow)>\(text)</button>" }
    }

    override func didLoad() {
      add(CellModel(Line(text: "first"), key: "first"))
      on(Line.grow) { list, _ in
        for number in 0..<500 { list.add(CellModel(Line(text: "line \(number)"), key: "line\(number)")) }
      }
    }
  }

  @Test func `a page of one browser forgets changes longer than itself, and who missed them gets the page`() throws {
    let site = Site(templates: "none", files: "none", log: .silent) {
      Page("/own", title: "", scope: .browser) { Growing() }
      Page("/shared", title: "") { Growing() }
    }
    let cookie: Headers = [.cookie: "espalier=\(String(repeating: "a", count: 32))", .accept: "application/json"]
    for path in ["/own", "/shared"] {
      let before = try #require(try ask(site, path, cookie)?.headers[.etag])
      let since = PageHead.version(in: try #require(EntityTag(parsing: before)))
      func send() throws -> (version: String?, first: JSON) {
        var headers = cookie
        (headers[.accept], headers[.contentType]) = ("application/json-patch+json", "application/json")
        let body = #"{"node": "first", "event": "grow", "id": "0123456789abcdef"}"#
        let reply = try #require(try ask(site, "\(path)/events", headers, .post, body: body))
        #expect(reply.status == .ok)
        let operations = try JSON(parsing: reply.body.collected)
        guard case .array(let all) = operations, !all.isEmpty else { return (nil, .null) }
        return (reply.headers[.etag], all[0])
      }
      let changes = try send()
      #expect(changes.first["path"] != "")
      let missed = try #require(try ask(site, "\(path)/patches?since=\(since)", cookie))
      let document = try JSON(parsing: missed.body.collected)
      #expect(document["patches"]?[0]?["event"] == (path == "/own" ? "snapshot" : "patch"))
      // The repeat has no second effect. Its changes are forgotten, so it gets the whole page.
      let again = try send()
      #expect(again.version == changes.version)
      #expect(again.first["path"] == (path == "/own" ? "" : changes.first["path"]))
    }
  }
}
