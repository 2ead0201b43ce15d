import EspalierHTTP
import Espalier

/// The whole page at one version, encoded once for each dialect that a client needs. Used only in its instance's lane.
struct SnapshotFrames {
  private let version: Version
  private let regions: [String]
  /// The snapshot as one Server-Sent Event, by dialect. The event contains the body.
  private var frames: [Dialect: [UInt8]] = [:]
  /// The body alone, by dialect. Documents share it.
  private var bodies: [Dialect: [UInt8]] = [:]

  /// The approximate bytes of all encodings.
  var weight: Int { (frames.values.reduce(0) { $0 + $1.count }) + bodies.values.reduce(0) { $0 + $1.count } }

  init(_ publisher: Publisher) {
    version = publisher.version
    regions = publisher.dialects.regions
  }

  /// Whether this is the page as it is now.
  func isCurrent(_ publisher: Publisher) -> Bool {
    version == publisher.version && regions == publisher.dialects.regions
  }

  /// The snapshot as one Server-Sent Event.
  mutating func frame(_ dialect: Dialect, _ publisher: Publisher) -> [UInt8] {
    if let frame = frames[dialect] { return frame }
    let state = publisher.tree.state
    let body = publisher.dialects.snapshot(
      publisher.tree.snapshot(), title: state.title, language: state.changedLanguage, in: dialect)
    publisher.metrics.snapshotEncodings.add(to: dialect)
    let frame = ServerSentEvent.snapshot.frame(id: version.description, data: body, dialect)
    frames[dialect] = frame
    return frame
  }

  /// The operations of the snapshot alone.
  mutating func body(_ dialect: Dialect, _ publisher: Publisher) -> [UInt8] {
    if let body = bodies[dialect] { return body }
    let body = ServerSentEvent.data(of: frame(dialect, publisher))
    bodies[dialect] = body
    return body
  }
}
