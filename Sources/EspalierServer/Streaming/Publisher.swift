import Espalier
import EspalierHTTP

/// The versions of one instance and the streams that follow them: its journal, its viewers, and the encodings that they
/// share. Used only in its instance's lane.
final class Publisher {
  private(set) var version: Version
  private(set) var dialects: Dialects
  var journal: Journal
  var snapshots: SnapshotFrames?
  let tree: Tree
  let metrics: StreamingMetrics
  /// A client that comes back gets up to this many bytes of patches, even if the page as it is now is shorter.
  let replay: Int
  /// Called, from any thread, when a viewer that was behind has taken everything that waited.
  var onDrain: @Sendable (ObjectIdentifier) -> Void = { _ in }
  private var viewers: [ObjectIdentifier: Viewer] = [:]
  /// The number of the last version that clients may have: everything that it shows is saved.
  private(set) var allowed = 0
  /// What viewers get as soon as they may, in order.
  private var held: [Held] = []
  /// Whether the tree is of one browser.
  private let isOwned: Bool
  private let comeback: ClosedRange<Duration>

  init(
    _ tree: Tree, isOwned: Bool, epoch: String, _ dialects: Dialects, limits: PageLimits, metrics: StreamingMetrics
  ) {
    (self.tree, self.isOwned) = (tree, isOwned)
    self.dialects = dialects
    self.metrics = metrics
    version = Version(epoch: epoch)
    // There are many pages of one browser, and few clients come back to each.
    journal = Journal(capacity: limits.journal, room: isOwned ? limits.journalBytes / 8 : limits.journalBytes)
    replay = limits.streamPending
    comeback = limits.comeback
  }

  /// The approximate bytes of its journal and its encodings.
  var weight: Int { (snapshots?.weight ?? 0) + journal.bytes }

  private enum Held {
    case patch(Patch)
    /// The page at a version, for a viewer that has nothing to which a patch applies.
    case snapshot([UInt8], Int, ObjectIdentifier)

    var number: Int {
      switch self {
      case .patch(let patch): patch.version.number
      case .snapshot(_, let number, _): number
      }
    }
  }

  /// Whether the last version is not saved yet.
  var isHolding: Bool { version.number > allowed }

  /// Gives changes the next version, and puts them into the journal. Every viewer gets them: at once, or after `allow` if
  /// what they show is not saved yet.
  func publish(_ changes: ChangeSet, isSaved: Bool) -> Patch {
    version.number += 1
    metrics.patches.add()
    let patch = Patch(changes, version: version, metrics: metrics)
    if isLong(patch) { journal.forgetAll() } else if journal.append(patch) { noteFullJournal() }
    held.append(.patch(patch))
    if isSaved { allow(upTo: version.number) }
    return patch
  }

  /// Clients may not have the page as it is now, until `allow`.
  func hold() { allowed = min(allowed, version.number - 1) }

  /// Sends what was held, up to a version: what it shows is saved.
  func allow(upTo number: Int) {
    guard number > allowed else { return }
    allowed = number
    let due = held.prefix { $0.number <= number }
    held.removeFirst(due.count)
    for next in due {
      switch next {
      case .patch(let patch): for viewer in viewers.values { send(patch, to: viewer) }
      case .snapshot(let frame, let number, let key):
        guard let viewer = viewers[key] else { continue }
        viewer.awaitsPage = false
        send(frame, number, to: viewer)
      }
    }
  }

  /// Whether a page of one browser keeps no copy of a patch, because the page itself is shorter. A client that missed it
  /// gets the page.
  private func isLong(_ patch: Patch) -> Bool {
    isOwned && patch.size > max(Self.longPatch, Self.bytesOfNode * tree.state.nodeCount)
  }

  private static let (longPatch, bytesOfNode) = (64 << 10, 256)

  /// Counts that versions were forgotten because of the limit.
  func noteFullJournal() { metrics.rejections.add(to: .journalBytes) }

  /// Applies changed regions of the page's template.
  func use(regions: [String]) {
    if regions != dialects.regions { dialects = Dialects(html: dialects.html, regions: regions) }
  }

  /// Attaches a stream. It first gets what it missed since the version in the viewer's page, then every new patch. Both
  /// happen in one turn of the lane, so that it misses nothing. Returns the key for `detach`.
  func attach(_ viewer: Viewer, since: Since) -> ObjectIdentifier {
    let key = ObjectIdentifier(viewer)
    viewers[key] = viewer
    switch catchUp(since: since, viewer.dialect, room: replay) {
    case .patches(let missed):
      viewer.backpressure = Backpressure(at: version.number - missed.count)
      send(missed, to: viewer)
    case .snapshot: sendSnapshot(to: viewer)
    }
    return key
  }

  func detach(_ key: ObjectIdentifier) { viewers[key] = nil }

  /// Ends the streams that other nodes pass on to several viewers. Each of these viewers asks for a stream of its own.
  func endStreamsOfMany() {
    for viewer in viewers.values where viewer.isOfMany { viewer.stream.sendAway() }
  }

  /// Whether a browser gets every change in a dialect.
  func isFollowed(by browser: String, in dialect: Dialect) -> Bool {
    viewers.values.contains { $0.dialect == dialect && $0.browser == browser }
  }

  /// Sends a patch, encoded once for all viewers of a dialect, unless the viewer is behind or has it.
  private func send(_ patch: Patch, to viewer: Viewer) {
    let number = patch.version.number
    guard !viewer.backpressure.isBehind, !viewer.awaitsPage, number > viewer.backpressure.number else { return }
    send(frame(of: patch, viewer.dialect), number, to: viewer)
  }

  /// Sends the missed patches. Those that are held come later.
  private func send(_ missed: [Patch], to viewer: Viewer) {
    for patch in missed where patch.version.number <= allowed { send(patch, to: viewer) }
  }

  private func sendSnapshot(to viewer: Viewer) {
    let frame = snapshotFrame(viewer.dialect)
    guard isHolding else { return send(frame, version.number, to: viewer) }
    viewer.awaitsPage = true
    held.append(.snapshot(frame, version.number, ObjectIdentifier(viewer)))
  }

  private func send(_ frame: [UInt8], _ number: Int, to viewer: Viewer) {
    // Somebody whose right has ended gets nothing more.
    guard viewer.rights?.check() != false else { return }
    guard viewer.backpressure.sent(number, viewer.stream.send(frame)) else { return }
    metrics.rejections.add(to: .streamPending)
    let key = ObjectIdentifier(viewer)
    viewer.stream.whenDrained { [onDrain] in onDrain(key) }
  }

  /// Sends what it missed to a viewer that was behind: the patches or the whole page as it is now, whichever is
  /// shorter.
  func catchUp(_ key: ObjectIdentifier) {
    guard let viewer = viewers[key], let number = viewer.backpressure.drained() else { return }
    switch catchUp(since: .version(Version(epoch: version.epoch, number: number)), viewer.dialect, room: 0) {
    case .patches(let missed): send(missed, to: viewer)
    case .snapshot: sendSnapshot(to: viewer)
    }
  }

  /// Tells every stream that it ends because the server stops. Each gets another time to come back, so that they do not
  /// all come at once.
  func sayGoodbye() {
    var random = SystemRandomNumberGenerator()
    for viewer in viewers.values {
      let wait = Duration.random(in: comeback, using: &random)
      // A viewer that is behind comes back for what it missed.
      let version = Version(epoch: version.epoch, number: viewer.backpressure.number)
      viewer.stream.sendAnyway(ServerSentEvent.goodbye(id: version.description, comingBackIn: wait))
    }
  }
}

extension Publisher {
  /// The missed patches; or the page as it is now, if that is shorter and the patches take more than `room` bytes.
  /// Counts the case that the journal is too short.
  func catchUp(since: Since, _ dialect: Dialect, room: Int) -> CatchUp {
    guard let missed = missed(since: since) else {
      // A version that is newer than the current one is not from this journal.
      if let number = number(of: since), number < version.number { metrics.rejections.add(to: .journal) }
      return .snapshot
    }
    var (size, limit) = (0, room)
    for patch in missed {
      size += frame(of: patch, dialect).count
      if size > limit { limit = snapshotFrame(dialect).count }
      if size > limit { return .snapshot }
    }
    return .patches(missed)
  }

  /// The versions since then; nil if the journal does not have them all.
  func missed(since: Since) -> [Patch]? {
    number(of: since).flatMap { journal.patches(since: $0, current: version.number) }
  }

  /// The number of a version; nil for a version of another epoch.
  private func number(of since: Since) -> Int? {
    switch since {
    case .last(let count): max(0, version.number - count)
    case .version(let seen?) where seen.epoch == version.epoch: seen.number
    case .version: nil
    }
  }

  /// A patch as one Server-Sent Event. The patch keeps a new encoding, which may push older patches out of the journal.
  func frame(of patch: Patch, _ dialect: Dialect) -> [UInt8] {
    encoding(of: patch) { $0.frame(dialect, dialects) }
  }

  /// The operations of a patch alone.
  func body(of patch: Patch, _ dialect: Dialect) -> [UInt8] { encoding(of: patch) { $0.body(dialect, dialects) } }

  private func encoding(of patch: Patch, _ encode: (Patch) -> [UInt8]) -> [UInt8] {
    let before = patch.size
    let bytes = encode(patch)
    if patch.size > before, journal.grew(patch, by: patch.size - before) { noteFullJournal() }
    return bytes
  }

  /// The whole page, as one event that replaces everything a viewer has.
  func snapshotFrame(_ dialect: Dialect) -> [UInt8] { withSnapshot { $0.frame(dialect, $1) } }

  /// The operations of that event alone.
  func snapshotBody(_ dialect: Dialect) -> [UInt8] { withSnapshot { $0.body(dialect, $1) } }

  private func withSnapshot(_ take: (inout SnapshotFrames, Publisher) -> [UInt8]) -> [UInt8] {
    var frames = snapshots.flatMap { $0.isCurrent(self) ? $0 : nil } ?? SnapshotFrames(self)
    defer { snapshots = frames }
    return take(&frames, self)
  }

  /// The missed changes as one JSON document: `{"version": …, "patches": [{"version", "event", "patch"}, …]}`. All
  /// clients share a snapshot in it.
  func catchUpDocument(since: Since, _ dialect: Dialect) -> Response.Body {
    var parts: [SharedBytes.Part] = []
    func add(_ text: String) { parts.append(.bytes(Array(text.utf8))) }
    add("{\"version\":\"\(self.version)\",\"patches\":[")
    func append(_ version: Version, _ event: ServerSentEvent, _ patch: [UInt8]) {
      add("\(parts.count > 1 ? "," : ""){\"version\":\"\(version)\",\"event\":\"\(event.rawValue)\",\"patch\":")
      if dialect == .turbo {
        var string: [UInt8] = []
        string.append(jsonString: String(decoding: patch, as: UTF8.self))
        parts.append(.bytes(string))
      } else {
        parts.append(.bytes(patch))
      }
      add("}")
    }
    switch catchUp(since: since, dialect, room: replay) {
    case .patches(let missed): for patch in missed { append(patch.version, .patch, body(of: patch, dialect)) }
    case .snapshot: append(self.version, .snapshot, snapshotBody(dialect))
    }
    add("]}\n")
    return .parts(parts)
  }
}

extension Duration {
  /// A random duration of a range, to the millisecond, evenly distributed.
  static func random(in range: ClosedRange<Duration>, using generator: inout some RandomNumberGenerator) -> Duration {
    let bounds = Int(range.lowerBound / .milliseconds(1))...Int(range.upperBound / .milliseconds(1))
    return .milliseconds(Int.random(in: bounds, using: &generator))
  }
}
