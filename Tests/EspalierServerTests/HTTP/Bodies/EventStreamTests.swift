import EspalierLocks
import Synchronization
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

struct EventStreamTests {
  /// Takes all bytes, as a daemon would.
  private func drain(_ stream: EventStream, atMost count: Int = 4) -> (text: String, end: EventStream.End?) {
    var bytes: [UInt8] = []
    while true {
      switch stream.take(atMost: count, park: {}) {
      case .bytes(let slice): bytes += slice
      case .nothing: return (String(decoding: bytes, as: UTF8.self), nil)
      case .end(let end): return (String(decoding: bytes, as: UTF8.self), end)
      }
    }
  }

  @Test func `sent bytes are taken in order, in pieces of the requested size`() {
    let stream = EventStream()
    #expect(stream.send(Array("hello ".utf8)) == .queued)
    #expect(stream.send(Array("world".utf8)) == .queued)
    #expect(stream.pending == 11)
    #expect(drain(stream) == ("hello world", nil))
    #expect(stream.pending == 0)
  }

  @Test func `a closed stream delivers the rest and then ends`() {
    let stream = EventStream()
    stream.send([65])
    stream.close()
    #expect(stream.send([66]) == .closed)
    #expect(!stream.isOpen)
    #expect(drain(stream) == ("A", .finished))
  }

  @Test
  func `a full stream takes nothing until its reader has read, except a first frame of any size and a last message`() {
    let stream = EventStream(limit: 4)
    #expect(stream.send(Array("ABCDEFGH".utf8)) == .queued)
    #expect(stream.send([66]) == .full)
    #expect(stream.isOpen && stream.pending == 8)
    stream.sendAnyway(Array("Z".utf8))
    #expect(drain(stream) == ("ABCDEFGHZ", nil))
    #expect(stream.send(Array("AB".utf8)) == .queued)
    #expect(stream.send(Array("CD".utf8)) == .queued)
    #expect(stream.send(Array("E".utf8)) == .full)
  }

  @Test func `a callback runs once, when the reader has taken everything and asks for more`() {
    let stream = EventStream(limit: 4)
    let heard = Counter()
    stream.whenDrained { heard.add() }
    #expect(heard.value == 1)
    stream.send([1, 2])
    stream.whenDrained { heard.add() }
    _ = stream.take(atMost: 1, park: {})
    _ = stream.take(atMost: 1, park: {})
    #expect(heard.value == 1)
    _ = stream.take(atMost: 1, park: {})
    _ = stream.take(atMost: 1, park: {})
    #expect(heard.value == 2)
  }

  @Test func `sending in that callback wakes the reader`() {
    let stream = EventStream(limit: 1)
    let wakes = Counter()
    _ = stream.attach(wake: { wakes.add() })
    stream.send([1])
    stream.whenDrained { stream.send([2]) }
    #expect(drain(stream).end == nil)
    #expect(wakes.value == 1 && stream.pending == 1)
  }

  @Test func `a stream that has ended never runs its drained callback`() {
    let stream = EventStream(limit: 1)
    stream.send([1])
    stream.whenDrained { Issue.record("it has ended") }
    stream.finish(.gone)
    stream.whenDrained { Issue.record("it has ended") }
    #expect(drain(stream) == ("", .gone))
    #expect(stream.pending == 0)
  }

  @Test func `a parked reader is woken once, by a send or a close`() {
    for ending in [{ $0.send([1]) }, { $0.close() }] as [(EventStream) -> Void] {
      let stream = EventStream(limit: 2)
      let wakes = Counter()
      _ = stream.attach(wake: { wakes.add() })
      guard case .nothing = stream.take(atMost: 1, park: {}) else { Issue.record("nothing was sent"); return }
      ending(stream)
      stream.close()
      #expect(wakes.value == 1)
    }
  }

  @Test func `a stream has one reader`() {
    let stream = EventStream()
    let attached = (0..<2).map { _ in stream.attach(wake: {}) }
    #expect(attached == [true, false])
  }

  @Test func `each onClose callback runs once with the reason, even if it is added late`() {
    let stream = EventStream()
    let ends = Lock<[EventStream.End]>([])
    stream.onClose { end in ends.withLock { $0.append(end) } }
    stream.finish(.gone)
    stream.close()
    stream.onClose { end in ends.withLock { $0.append(end) } }
    #expect(ends.withLock { $0 } == [.gone, .gone])
  }

  @Test func `only a parked reader gets a heartbeat`() {
    let stream = EventStream()
    stream.beat(each: .seconds(1))
    #expect(stream.pending == 0)
    _ = stream.take(atMost: 1, park: {})
    stream.beat(each: .seconds(1))
    #expect(drain(stream).text == ":\n\n")
  }

  @Test func `a stream with its own heartbeat sends it at the start and during silence`() {
    let stream = EventStream(heartbeat: ServerSentEvent.heartbeat)
    stream.begin(beatingEach: .seconds(20))
    #expect(drain(stream, atMost: 100).text == "event: beat\ndata: 20000\n\n")
    stream.beat(each: .milliseconds(1500))
    #expect(drain(stream, atMost: 100).text == "event: beat\ndata: 1500\n\n")
  }

  @Test func `a stream without its own heartbeat begins with what is sent`() {
    let stream = EventStream()
    stream.begin(beatingEach: .seconds(20))
    #expect(stream.pending == 0)
  }
}

/// A counter for any thread.
final class Counter: Sendable {
  private let count = Atomic(0)
  var value: Int { count.load(ordering: .acquiring) }
  func add() { count.add(1, ordering: .acquiringAndReleasing) }
}
