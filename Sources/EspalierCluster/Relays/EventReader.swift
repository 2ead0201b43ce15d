/// Takes a stream of server-sent events apart (WHATWG HTML, 9.2.6), as this library writes them. The bytes of an event stay
/// as they are.
struct EventReader {
  struct Event {
    let bytes: [UInt8]
    /// The version of the page; nil for an event without one.
    let id: String?
    /// Whether it brings a version. Heartbeats and the last message of a stream are between two nodes only.
    let isVersion: Bool
  }

  private var rest: [UInt8] = []

  /// Takes the next bytes. Returns the events that are complete.
  mutating func take(_ bytes: ArraySlice<UInt8>) -> [Event] {
    // An empty line ends an event, and may be half there.
    var from = max(0, rest.count - 1)
    rest += bytes
    var (events, start): ([Event], Int) = ([], 0)
    let feed = UInt8(ascii: "\n")
    while let end = rest[from...].firstIndex(of: feed) {
      from = end + 1
      guard from < rest.count, rest[from] == feed else { continue }
      from += 1
      events.append(Event(Array(rest[start..<from])))
      start = from
    }
    rest.removeFirst(start)
    return events
  }
}

extension EventReader.Event {
  fileprivate init(_ bytes: [UInt8]) {
    var (id, name): (String?, String?) = (nil, nil)
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      if line.starts(with: "id: ".utf8) { id = String(decoding: line.dropFirst(4), as: UTF8.self) }
      if line.starts(with: "event: ".utf8) { name = String(decoding: line.dropFirst(7), as: UTF8.self) }
      // What follows is the data, which may be long.
      if line.starts(with: "data:".utf8) { break }
    }
    self.init(bytes: bytes, id: id, isVersion: id?.isEmpty == false && (name == "patch" || name == "snapshot"))
  }
}
