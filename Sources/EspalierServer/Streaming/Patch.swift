import EspalierHTTP
package import Espalier

/// The changes of one version, encoded once for each dialect that a viewer needs. Used only in its instance's lane.
package final class Patch {
  package let changes: ChangeSet
  package let version: Version
  /// The approximate bytes: the changes, and their encodings so far.
  private(set) var size: Int
  /// The operations alone, by dialect, if they were needed before the event.
  private var bodies: [Dialect: [UInt8]] = [:]
  /// The patch as one Server-Sent Event, by dialect. The event contains the body.
  private var frames: [Dialect: [UInt8]] = [:]

  /// Counts the encodings.
  private let metrics: StreamingMetrics
  init(_ changes: ChangeSet, version: Version, metrics: StreamingMetrics) {
    self.changes = changes
    self.version = version
    self.metrics = metrics
    size = changes.weight
  }

  /// The operations alone. Use `Publisher.body(of:_:)`, which also tells the journal the size.
  func body(_ dialect: Dialect, _ dialects: Dialects) -> [UInt8] {
    if let body = bodies[dialect] { return body }
    // Turbo Streams may end their lines in several ways, of which the event keeps one.
    if dialect == .turbo || frames[dialect] != nil { return ServerSentEvent.data(of: frame(dialect, dialects)) }
    let body = encode(dialect, dialects)
    bodies[dialect] = body
    size += body.count
    return body
  }

  private func encode(_ dialect: Dialect, _ dialects: Dialects) -> [UInt8] {
    let body = dialects.patch(changes, in: dialect)
    metrics.patchEncodings.add(to: dialect)
    metrics.patchBytes.add(body.count, to: dialect)
    return body
  }

  /// The patch as one Server-Sent Event. Use `Publisher.frame(of:_:)`, which also tells the journal the size.
  func frame(_ dialect: Dialect, _ dialects: Dialects) -> [UInt8] {
    if let frame = frames[dialect] { return frame }
    let data = bodies[dialect] ?? encode(dialect, dialects)
    let frame = ServerSentEvent.patch.frame(id: version.description, data: data, dialect)
    frames[dialect] = frame
    size += frame.count
    return frame
  }
}
