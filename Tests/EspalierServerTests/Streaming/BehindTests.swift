import Espalier
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// Viewers that read slowly.
@Suite struct BehindTests {
  private struct Line: Content {
    var text = ""
    var html: HTML { "<p>\(text)</p>" }
  }

  private let site: Site
  private let instance: PageInstance

  init() throws {
    var limits = PageLimits()
    limits.pushWindow = .zero
    site = Site(templates: "none", files: "none", limits: Limits(pages: limits), log: .silent) {
      Page("/line", title: "") {
        let root = ContainerModel()
        root.add(CellModel(Line()))
        return root
      }
    }
    instance = try site.core.instance(of: #require(try site.core.page(at: "/line")), for: nil)
  }

  private func attach(_ dialect: Dialect, limit: Int) -> EventStream {
    let stream = EventStream(limit: limit)
    instance.enter {
      $0.attach(Viewer(stream: stream, dialect: dialect, browser: "b"), since: .version($0.version))
    }
    return stream
  }

  private func change(to text: String) {
    instance.enter { $0.change { ($0.root.children.first as? CellModel<Line>)?.content.text = text } }
  }

  /// Reads this many bytes, or all, including those that are sent because all were taken.
  private func read(_ stream: EventStream, _ count: Int = 1 << 20) -> String {
    var bytes: [UInt8] = []
    repeat {
      while bytes.count < count, case .bytes(let slice) = stream.take(atMost: count - bytes.count, park: {}) {
        bytes += slice
      }
      site.settle()
    } while bytes.count < count && stream.pending > 0
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The numbers and kinds of the events in this text.
  private func events(_ text: String) -> [(number: Int, isSnapshot: Bool, data: Substring)] {
    text.split(separator: "\n\n").map { event in
      let number = event.split(separator: "\n").first?.split(separator: ".").last.flatMap { Int($0) } ?? -1
      let whole =
        event.contains("event: snapshot") || event.contains("<turbo-stream action=\"replace\" target=\"~root\">")
      return (number, whole, event)
    }
  }

  @Test
  func `a viewer with a full stream gets nothing more, and later a snapshot if that is shorter than what it missed`()
    throws
  {
    let stream = attach(.jsonPatch, limit: 100)
    for number in 1...50 { change(to: "\(number)") }
    #expect(stream.pending <= 100)
    #expect(site.core.metrics.rejections[.streamPending] == 1)
    let before = events(read(stream, stream.pending))
    #expect(before.map(\.number) == [1])
    let after = events(read(stream))
    #expect(after.map(\.number) == [50] && after[0].isSnapshot && after[0].data.contains("\"50\""))
    change(to: "x")
    #expect(events(read(stream)).map(\.number) == [51])
    #expect(site.core.metrics.streaming.snapshotEncodings[.jsonPatch] == 1)
  }

  @Test func `missed patches that are shorter than a snapshot are all sent as they are`() {
    let stream = attach(.dom, limit: 10)
    for number in 1...3 { change(to: "\(number)") }
    #expect(events(read(stream)).map(\.number) == [1, 2, 3])
    #expect(site.core.metrics.streaming.patchEncodings[.dom] == 3)
  }

  @Test func `a snapshot is encoded once for all viewers of a dialect that fell behind`() {
    let streams = (0..<20).map { attach($0 < 10 ? .dom : .turbo, limit: 10) }
    for number in 1...400 { change(to: "\(number)") }
    for stream in streams { #expect(events(read(stream)).map(\.number) == [1, 400]) }
    #expect(
      (site.core.metrics.streaming.snapshotEncodings[.dom], site.core.metrics.streaming.snapshotEncodings[.turbo]) == (
        1, 1
      ))
    #expect(site.core.metrics.rejections[.streamPending] == 20)
  }

  @Test func `the last event names the viewer's version, so that it can return for the rest`() {
    let stream = attach(.dom, limit: 10)
    for number in 1...5 { change(to: "\(number)") }
    site.core.enter(.stopping)
    let heard = read(stream, stream.pending).split(separator: "\n\n")
    #expect(heard.count == 2 && heard[1].contains("event: bye") && heard[1].contains(".1\n"))
  }

  @Test(arguments: Dialect.allCases, 0..<15)
  func `however a viewer reads, it misses no version without a snapshot, and ends with the last version`(
    dialect: Dialect, seed: Int
  ) {
    var random = Seeded(state: UInt64(seed + 1))
    let stream = attach(dialect, limit: Int.random(in: 1...2000, using: &random))
    var (heard, number) = ("", 0)
    for _ in 0..<300 {
      if Int.random(in: 0..<3, using: &random) > 0 {
        number += 1
        change(to: String(repeating: "x", count: Int.random(in: 0...200, using: &random)) + "\(number).")
      } else {
        heard += read(stream, Int.random(in: 1...600, using: &random))
      }
    }
    heard += read(stream)
    var seen = 0
    for event in events(heard) {
      #expect(event.isSnapshot ? event.number > seen : event.number == seen + 1, "after \(seen)")
      seen = event.number
    }
    #expect(seen == number && events(heard).last?.data.contains("\(number).") == true)
  }
}

/// SplitMix64.
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
