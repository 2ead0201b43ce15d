import Espalier

/// Where a viewer wants to go on from.
enum Since: Sendable {
  /// The version it has; nil where it has none.
  case version(Version?)
  /// So many versions ago.
  case last(Int)

  /// By `Last-Event-ID`, which a browser sends when it comes back by itself, else by the query.
  init(_ request: Request) throws(HTTPError) {
    if let last = request.query[WireName.last] {
      guard let count = Int(last), count >= 0 else {
        throw HTTPError(.unprocessable, "The field \"last\" must be a whole number.", field: WireName.last)
      }
      self = .last(count)
    } else {
      let since = try request.query[WireName.since].map { (text) throws(HTTPError) in
        guard let version = Version(text) else {
          throw HTTPError(.unprocessable, "\"since\" must be a version, as in the ETag.", field: WireName.since)
        }
        return version
      }
      self = .version(request.headers[.lastEventID].map { Version($0) } ?? since)
    }
  }
}

/// What a viewer must hear to be up to date.
enum CatchUp {
  /// What it missed, perhaps nothing.
  case patches([Patch])
  /// Everything: the journal does not reach back so far, or the version is of another life.
  case snapshot
}

extension PageInstance {
  /// What a viewer must be sent. Counted where that is everything because the journal was too short.
  func catchUp(since: Since) -> CatchUp {
    let number: Int
    switch since {
    case .last(let count): number = max(0, version.number - count)
    case .version(let seen?) where seen.epoch == version.epoch: number = seen.number
    case .version: return .snapshot
    }
    if let missed = journal.patches(since: number, current: version.number) { return .patches(missed) }
    // One that this life has not seen yet is of another.
    if number < version.number { metrics.rejections.add(to: .journal) }
    return .snapshot
  }

  /// Whether a viewer has missed nothing.
  func isUpToDate(since: Since) -> Bool {
    switch since {
    case .last(let count): min(count, version.number) == 0
    case .version(let seen): seen == version
    }
  }

  /// The whole page, as the one event that replaces whatever a viewer has.
  func snapshotFrame(_ dialect: Dialect) -> [UInt8] {
    var frames = snapshots.flatMap { $0.isCurrent(self) ? $0 : nil } ?? SnapshotFrames(self)
    defer { snapshots = frames }
    return frames.frame(dialect, self)
  }

  /// What was missed as one JSON document: `{"version": …, "patches": [{"version", "event", "patch"}, …]}`.
  func catchUpDocument(since: Since, _ dialect: Dialect) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append("{\"version\":\"\(self.version)\",\"patches\":[")
    func append(_ version: Version, _ event: ServerSentEvent, _ patch: [UInt8]) {
      if bytes.last != UInt8(ascii: "[") { bytes.append(",") }
      bytes.append("{\"version\":\"\(version)\",\"event\":\"\(event.rawValue)\",\"patch\":")
      if dialect == .turbo {
        bytes.append(jsonString: String(decoding: patch, as: UTF8.self))
      } else {
        bytes.append(contentsOf: patch)
      }
      bytes.append("}")
    }
    switch catchUp(since: since) {
    case .patches(let missed): for patch in missed { append(patch.version, .patch, patch.body(dialect, dialects)) }
    case .snapshot: append(self.version, .snapshot, ServerSentEvent.data(of: snapshotFrame(dialect)))
    }
    bytes.append("]}\n")
    return bytes
  }
}
