import Espalier
import EspalierHTTP

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
