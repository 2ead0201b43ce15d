import EspalierHTTP
package import Espalier

/// The last versions of an instance, for clients that come back. Their number and their bytes are limited.
struct Journal {
  private var patches: [Patch] = []
  private let capacity: Int
  private let room: Int
  /// The bytes of the patches, with the encodings that were requested.
  private(set) var bytes = 0

  init(capacity: Int, room: Int) {
    self.capacity = max(1, capacity)
    self.room = room
  }

  /// Adds the next version. Returns whether it removed others because of their bytes.
  mutating func append(_ patch: Patch) -> Bool {
    patches.append(patch)
    bytes += patch.size
    if patches.count > capacity { forgetOldest() }
    return shrink()
  }

  /// Forgets all versions, because the next one is not kept.
  mutating func forgetAll() { (patches, bytes) = ([], 0) }

  /// A patch takes `count` more bytes now. Returns whether others were removed because of that.
  mutating func grew(_ patch: Patch, by count: Int) -> Bool {
    // A removed patch belongs only to those who still read it.
    guard let last = patches.last, last.version.number - patch.version.number < patches.count else { return false }
    bytes += count
    return shrink()
  }

  /// The patches after a version, in order; nil if the journal no longer reaches back so far.
  func patches(since number: Int, current: Int) -> [Patch]? {
    let missing = current - number
    guard missing >= 0, missing <= patches.count else { return nil }
    return Array(patches.suffix(missing))
  }

  private mutating func shrink() -> Bool {
    let before = patches.count
    while bytes > room && !patches.isEmpty { forgetOldest() }
    return patches.count < before
  }

  private mutating func forgetOldest() { bytes -= patches.removeFirst().size }
}

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
