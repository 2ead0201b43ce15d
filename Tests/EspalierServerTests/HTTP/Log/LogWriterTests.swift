import Glibc
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// The log has limited room, and writing to it never blocks.
@Suite struct LogWriterTests {
  @Test func `lines beyond the room are dropped whole and counted`() {
    var queue = LineQueue(room: 10)
    #expect(queue.isEmpty)
    #expect(queue.add(Array("12345\n".utf8)) == 0)
    #expect(queue.add(Array("1\n2\n3\n".utf8)) == 3)
    #expect(queue.add(Array("123\n".utf8)) == 0)
    let taken = queue.take()
    #expect(String(decoding: taken.lines, as: UTF8.self) == "12345\n123\n" && taken.lost == 3)
    #expect(queue.isEmpty)
  }

  /// A pipe. Nothing reads from it yet.
  private func pipe() -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    #expect(unsafe Glibc.pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  private func read(_ descriptor: Int32, until isEnd: (String) -> Bool) -> String {
    var (text, buffer) = ("", [UInt8](repeating: 0, count: 1 << 20))
    while !isEnd(text) {
      let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      text += String(decoding: buffer.prefix(count), as: UTF8.self)
    }
    return text
  }

  @Test func `a full pipe blocks nothing, and once it is read, the log reports how many lines were lost`() {
    let (reading, writing) = pipe()
    let writer = LogWriter(descriptor: writing)
    let line = Array((String(repeating: "x", count: 1023) + "\n").utf8)
    let start = ContinuousClock.now
    for _ in 0..<4096 { writer.write(line) }
    writer.flush(within: .milliseconds(20))
    #expect(.now - start < .seconds(5))
    let lost = writer.lost.value
    // The pipe holds some lines, the queue holds 1 MiB, and the thread may be writing as much again.
    #expect((1024..<4096).contains(lost))
    // The log reports this once or twice: the thread may have taken the queued lines before the pipe was full.
    func reported(_ text: String) -> Int {
      text.matches(of: #/level=warning event=lost lines=(\d+) /#).compactMap { Int($0.1) }.reduce(0, +)
    }
    func written(_ text: String) -> Int { text.split(separator: "\n").count { $0.hasPrefix("xxx") } }
    let text = read(reading) { reported($0) >= lost && written($0) >= 4096 - lost }
    #expect(reported(text) == lost && written(text) == 4096 - lost)
    close(reading)
  }

  @Test func `flush returns after everything is written`() {
    let (reading, writing) = pipe()
    let writer = LogWriter(descriptor: writing)
    writer.write(Array("one\n".utf8))
    writer.write(Array("two\n".utf8))
    writer.flush()
    #expect(read(reading) { $0.hasSuffix("two\n") } == "one\ntwo\n" && writer.lost.value == 0)
    close(reading)
  }
}
