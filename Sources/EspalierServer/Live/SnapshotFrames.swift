import EspalierHTTP
import Espalier

/// The whole page at one version, encoded once for each dialect that somebody needs it in. Stays in its instance's lane.
struct SnapshotFrames {
  private let version: Version
  private let regions: [String]
  /// By dialect, the snapshot as one Server-Sent Event, which holds the body.
  private var frames: [Dialect: [UInt8]] = [:]
  /// By dialect, the body alone, which documents share.
  private var bodies: [Dialect: [UInt8]] = [:]

  /// About how many bytes they take.
  var weight: Int { (frames.values.reduce(0) { $0 + $1.count }) + bodies.values.reduce(0) { $0 + $1.count } }

  init(_ instance: isolated PageInstance) {
    version = instance.version
    regions = instance.dialects.regions
  }

  /// Whether it is the page as it is now.
  func isCurrent(_ instance: isolated PageInstance) -> Bool {
    version == instance.version && regions == instance.dialects.regions
  }

  /// The snapshot as one Server-Sent Event.
  mutating func frame(_ dialect: Dialect, _ instance: isolated PageInstance) -> [UInt8] {
    if let frame = frames[dialect] { return frame }
    let body = instance.dialects.snapshot(instance.tree.snapshot(), in: dialect)
    instance.metrics.snapshotEncodings.add(to: dialect)
    let frame = ServerSentEvent.snapshot.frame(id: version.description, data: body, dialect)
    frames[dialect] = frame
    return frame
  }

  /// The operations of the snapshot alone.
  mutating func body(_ dialect: Dialect, _ instance: isolated PageInstance) -> [UInt8] {
    if let body = bodies[dialect] { return body }
    let body = ServerSentEvent.data(of: frame(dialect, instance))
    bodies[dialect] = body
    return body
  }
}
