import Espalier

/// How a viewer wants to hear of changes.
enum Dialect: String, Sendable, CaseIterable {
  /// The browser's compact operations.
  case dom
  /// RFC 6902 against the JSON tree.
  case jsonPatch = "json-patch"
}

/// One version's change, encoded once for each dialect that somebody asks for. Stays in its instance's lane.
final class Patch {
  let changes: ChangeSet
  let version: Version
  /// By dialect, the patch as one Server-Sent Event, which holds the body.
  private var frames: [Dialect: [UInt8]] = [:]

  /// Where its encodings are counted.
  private let metrics: Metrics

  init(_ changes: ChangeSet, version: Version, metrics: Metrics) {
    self.changes = changes
    self.version = version
    self.metrics = metrics
  }

  /// The operations alone.
  func body(_ dialect: Dialect, _ dom: DOMDialect) -> [UInt8] {
    ServerSentEvent.data(of: frame(dialect, dom))
  }

  /// The patch as one Server-Sent Event.
  func frame(_ dialect: Dialect, _ dom: DOMDialect) -> [UInt8] {
    if let frame = frames[dialect] { return frame }
    let body =
      switch dialect {
      case .dom: dom.patch(changes)
      case .jsonPatch: JSONDialect.patch(changes).bytes
      }
    metrics.patchEncodings.add(to: dialect)
    metrics.patchBytes.add(body.count, to: dialect)
    let frame = ServerSentEvent.frame(.patch, id: version.description, data: body)
    frames[dialect] = frame
    return frame
  }
}

/// The text format of Server-Sent Events (WHATWG HTML 9.2.5).
enum ServerSentEvent: String {
  case patch, snapshot, bye

  /// One event; the data must be a single line, as compact JSON is.
  static func frame(_ event: ServerSentEvent, id: String, data: [UInt8]) -> [UInt8] {
    var frame: [UInt8] = []
    frame.reserveCapacity(data.count + 64)
    frame.append("id: \(id)\nevent: \(event.rawValue)\ndata: ")
    frame.append(contentsOf: data)
    frame.append("\n\n")
    return frame
  }

  /// The last event of a stream. `retry:` is for an `EventSource`, which comes back by itself; the same milliseconds stand in the data
  /// for a client that opens a new one, since an `EventSource` does not tell what its `retry:` was.
  static func goodbye(id: String, comingBackIn wait: Duration) -> [UInt8] {
    let milliseconds = Int(wait / .milliseconds(1))
    return Array("retry: \(milliseconds)\n".utf8)
      + frame(.bye, id: id, data: Array("{\"retry\":\(milliseconds)}".utf8))
  }

  /// The data of a frame that was made here.
  static func data(of frame: [UInt8]) -> [UInt8] {
    let lines = frame.dropLast(2)
    let start = lines.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return Array(lines[(start + "data: ".utf8.count)...])
  }
}
