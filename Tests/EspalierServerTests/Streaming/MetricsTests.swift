import Espalier
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

struct MetricsTests {
  @Test func `requests are counted by method and status, and unknown methods are counted together`() {
    let counts = RequestCounts()
    counts.add(.get, status: 200)
    counts.add(.get, status: 200)
    counts.add(.post, status: 599)
    for number in 0..<5 { counts.add(Method(rawValue: "BREW\(number)"), status: 405) }
    counts.add(nil, status: 414)
    counts.add(.get, status: 101)
    let samples = counts.samples.map { "\($0.labels.map(\.value).joined(separator: " ")) \($0.number.text)" }
    #expect(samples == ["GET 200 2", "POST 599 1", "other 405 5", "other 414 1"])
  }

  @Test func `unknown error codes are counted as other`() {
    let counts = CounterSet(HTTPError.Code.ofEvents)
    for number in 0..<3 { counts.add(to: HTTPError.Code(rawValue: "own-\(number)")) }
    counts.add(to: .badPayload)
    let samples = counts.samples("code")
    #expect(samples.count == HTTPError.Code.ofEvents.count + 1)
    #expect(samples.last?.labels.first?.value == "other")
    #expect(samples.last?.number == .count(3))
    #expect(counts[.badPayload] == 1)
  }

  @Test func `counters count additions from all threads`() async {
    let row = CounterRow<3>()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { for number in 0..<9000 { row.add(at: number % 3) } } }
    }
    #expect((0..<3).map { row[$0] } == [12_000, 12_000, 12_000])
  }

  @Test func `streams are counted while they are open, with their pending bytes`() {
    let metrics = HTTPMetrics()
    let streams = (0..<3).map { _ in EventStream(limit: 10) }
    for stream in streams { metrics.streams.add(stream) }
    streams[0].send([1, 2, 3])
    streams[1].send([1, 2])
    #expect((metrics.streams.count, metrics.streams.pending) == (3, 5))
    streams[2].close()
    streams[0].finish(.gone)
    #expect((metrics.streams.count, metrics.streams.pending, metrics.streams.opened.value) == (1, 2, 3))
  }

  @Test func `each counted limit either can be set or is fixed`() {
    let settable =
      Mirror(reflecting: HTTPLimits()).children.compactMap(\.label)
      + Mirror(reflecting: PageLimits()).children.compactMap(\.label)
    for limit in LimitName.http + LimitName.pages {
      #expect(settable.contains(limit.rawValue) != LimitName.fixed.contains(limit))
    }
  }

  @Test func `the process started before now and uses memory`() {
    let now = Int(Timestamp.now.milliseconds) * 1_000_000
    #expect(ProcessFacts.start <= now && ProcessFacts.start > now - 3_600_000_000_000)
    #expect(ProcessFacts.residentMemory > 1 << 20)
  }
}
