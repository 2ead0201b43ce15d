import EspalierHTTP
package import Espalier

/// One version's change, encoded once for each dialect that somebody asks for. Stays in its instance's lane.
package final class Patch {
  package let changes: ChangeSet
  package let version: Version
  /// About how many bytes it takes: the changes, and what was encoded of them so far.
  private(set) var size: Int
  /// By dialect, the patch as one Server-Sent Event, which holds the body.
  private var frames: [Dialect: [UInt8]] = [:]

  /// Where its encodings are counted.
  private let metrics: StreamingMetrics
  init(_ changes: ChangeSet, version: Version, metrics: StreamingMetrics) {
    self.changes = changes
    self.version = version
    self.metrics = metrics
    size = changes.weight
  }

  /// The patch as one Server-Sent Event. See `Publisher.frame(of:_:)`, which lets the journal know what that takes.
  func frame(_ dialect: Dialect, _ dialects: Dialects) -> [UInt8] {
    if let frame = frames[dialect] { return frame }
    let body = dialects.patch(changes, in: dialect)
    metrics.patchEncodings.add(to: dialect)
    metrics.patchBytes.add(body.count, to: dialect)
    let frame = ServerSentEvent.patch.frame(id: version.description, data: body, dialect)
    frames[dialect] = frame
    size += frame.count
    return frame
  }
}
