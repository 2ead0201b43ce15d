import EspalierHTTP
import Espalier

/// The text format of Server-Sent Events (WHATWG HTML 9.2.5).
enum ServerSentEvent: String {
  case patch, snapshot, beat, bye

  /// One event. Turbo listens only to events without a name, so in its dialect events have no name.
  func frame(id: String, data: [UInt8], _ dialect: Dialect = .dom) -> [UInt8] {
    var frame: [UInt8] = []
    frame.reserveCapacity(data.count + 64)
    frame.append("id: \(id)\n")
    if dialect != .turbo { frame.append("event: \(rawValue)\n") }
    for line in lines(of: data) {
      frame.append("data: ")
      frame.append(contentsOf: line)
      frame.append("\n")
    }
    frame.append("\n")
    return frame
  }

  /// The lines of a text. A line ends with LF, CR or CR LF, as in HTML. Compact JSON is one line.
  private func lines(of data: [UInt8]) -> [ArraySlice<UInt8>] {
    let (feed, carriage) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    guard data.contains(where: { $0 == feed || $0 == carriage }) else { return [data[...]] }
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for (index, byte) in data.enumerated() where byte == feed || byte == carriage {
      // The second half of CR LF.
      if byte == feed, index > 0, data[index - 1] == carriage {
        start = index + 1
        continue
      }
      lines.append(data[start..<index])
      start = index + 1
    }
    return lines + [data[start...]]
  }

  /// The last event of a stream. `retry:` is for an `EventSource`, which reconnects by itself. The data contains the
  /// same milliseconds for a client that opens a new `EventSource`, because an `EventSource` does not expose its
  /// `retry:`.
  static func goodbye(id: String, comingBackIn wait: Duration) -> [UInt8] {
    let milliseconds = Int(wait / .milliseconds(1))
    return Array("retry: \(milliseconds)\n".utf8)
      + bye.frame(id: id, data: Array("{\"retry\":\(milliseconds)}".utf8))
  }

  /// Says that the stream is alive, and in how many milliseconds at most the next heartbeat comes. It has no id,
  /// because nothing changed. Turbo listens only to events without a name, so it ignores the heartbeat.
  static func heartbeat(each interval: Duration) -> [UInt8] {
    Array("event: \(beat.rawValue)\ndata: \(Int(interval / .milliseconds(1)))\n\n".utf8)
  }

  /// The data of a frame that was made here.
  static func data(of frame: [UInt8]) -> [UInt8] {
    let mark = Array("data: ".utf8)
    let lines = frame.split(separator: UInt8(ascii: "\n")).filter { $0.starts(with: mark) }
    return Array(lines.map { $0.dropFirst(mark.count) }.joined(separator: [UInt8(ascii: "\n")]))
  }
}
