@testable import EspalierHTTP
@testable import EspalierServer

/// Reads Server-Sent Events from bytes in any pieces. An event that is incomplete at the end does not count.
struct EventReader {
  struct Event {
    var id = ""
    var name = ""
    var data: [UInt8] = []
  }

  private var rest: [UInt8] = []
  /// What a browser sends as `Last-Event-ID` when it reconnects.
  private(set) var lastID: String?

  init() {}

  /// A reader for the same browser's next connection.
  init(after reader: EventReader) { lastID = reader.lastID }

  /// Whether no event is partly read.
  var isBetweenEvents: Bool { rest.isEmpty }

  mutating func read(_ bytes: some Collection<UInt8>) -> [Event] {
    rest += bytes
    var events: [Event] = []
    while case let end = Self.firstEnd(in: rest), end > 0 {
      let event = event(of: rest[..<end])
      rest.removeFirst(end)
      if event.data.isEmpty { continue }
      lastID = event.id
      events.append(event)
    }
    return events
  }

  /// The length of the first event with the empty line after it; 0 if it is incomplete.
  static func firstEnd(in bytes: [UInt8]) -> Int {
    var index = 1
    while index < bytes.count {
      if bytes[index] == 10 && bytes[index - 1] == 10 { return index + 1 }
      index += 1
    }
    return 0
  }

  private func event(of lines: ArraySlice<UInt8>) -> Event {
    var event = Event()
    for line in lines.split(separator: 10) {
      let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      let value = parts[1].dropFirst()
      switch String(decoding: parts[0], as: UTF8.self) {
      case "id": event.id = String(decoding: value, as: UTF8.self)
      case "event": event.name = String(decoding: value, as: UTF8.self)
      case "data": event.data += value
      default: break
      }
    }
    return event
  }
}

extension EventStream {
  /// All bytes that wait in the stream, and those that the server sends after they are taken.
  func takeAll(from server: LedgerServer) -> [UInt8] {
    var bytes: [UInt8] = []
    while case .bytes(let more) = take(atMost: .max, park: nil) {
      bytes += more
      server.settle()
    }
    return bytes
  }
}
