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
  func catchUp(since: Since) -> CatchUp {
    let number: Int
    switch since {
    case .last(let count): number = max(0, version.number - count)
    case .version(let seen?) where seen.epoch == version.epoch: number = seen.number
    case .version: return .snapshot
    }
    return journal.patches(since: number, current: version.number).map(CatchUp.patches) ?? .snapshot
  }

  /// Attaches a stream: first what was missed since the version in the viewer's page, then every patch as it comes.
  /// Both happen in one turn of the lane, so nothing can fall in between.
  func attach(_ viewer: Viewer, since: Since) {
    switch catchUp(since: since) {
    case .patches(let missed): for patch in missed { viewer.send(patch, from: self) }
    case .snapshot:
      let snapshot = snapshot(viewer.dialect)
      viewer.stream.send(
        ServerSentEvent.snapshot.frame(id: self.version.description, data: snapshot, viewer.dialect))
    }
    let key = ObjectIdentifier(viewer)
    viewers[key] = viewer
    audience.join()
    // The audience is counted down even where the instance is gone.
    viewer.stream.onClose { [weak self, audience] _ in
      audience.leave()
      self?.submit { $0.viewers[key] = nil }
    }
  }

  /// Tells every stream that it ends because the server stops, and each another moment to come back at, so that not all come at once.
  func sayGoodbye() {
    replyToPolls()
    for reply in work.takeAll() { reply(self) }
    var random = SystemRandomNumberGenerator()
    for viewer in viewers.values {
      let wait = Duration.random(in: comeback, using: &random)
      viewer.stream.send(ServerSentEvent.goodbye(id: version.description, comingBackIn: wait))
    }
  }

  /// The whole tree, as the one patch that replaces whatever a viewer has.
  func snapshot(_ dialect: Dialect) -> [UInt8] { dialects.snapshot(tree.snapshot(), in: dialect) }

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
    case .snapshot: append(self.version, .snapshot, snapshot(dialect))
    }
    bytes.append("]}\n")
    return bytes
  }
}
