import EspalierHTTP
import Espalier

extension PageInstance {
  /// Attaches a stream: first what was missed since the version in the viewer's page, then every patch as it comes.
  /// Both happen in one turn of the lane, so nothing can fall in between.
  func attach(_ viewer: Viewer, since: Since) {
    switch catchUp(since: since, viewer.dialect, room: replay) {
    case .patches(let missed):
      viewer.pace = Pace(at: version.number - missed.count)
      for patch in missed { send(patch, to: viewer) }
    case .snapshot: sendSnapshot(to: viewer)
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

  /// Sends a patch, encoded once for all viewers of a dialect, unless the viewer is behind.
  func send(_ patch: Patch, to viewer: Viewer) {
    guard !viewer.pace.isBehind else { return }
    send(frame(of: patch, viewer.dialect), patch.version.number, to: viewer)
  }

  private func sendSnapshot(to viewer: Viewer) {
    send(snapshotFrame(viewer.dialect), version.number, to: viewer)
  }

  private func send(_ frame: [UInt8], _ number: Int, to viewer: Viewer) {
    guard viewer.pace.sent(number, viewer.stream.send(frame)) else { return }
    metrics.rejections.add(to: .streamPending)
    let key = ObjectIdentifier(viewer)
    viewer.stream.whenDrained { [weak self] in self?.submit { $0.catchUp(key) } }
  }

  /// Sends a viewer that was behind what it missed: the patches or everything as it is now, whichever is shorter.
  private func catchUp(_ key: ObjectIdentifier) {
    guard let viewer = viewers[key], let number = viewer.pace.drained() else { return }
    switch catchUp(since: .version(Version(epoch: version.epoch, number: number)), viewer.dialect, room: 0) {
    case .patches(let missed): for patch in missed { send(patch, to: viewer) }
    case .snapshot: sendSnapshot(to: viewer)
    }
  }

  /// Tells every stream that it ends because the server stops, and each another moment to come back at, so that not all come at once.
  func sayGoodbye() {
    replyToPolls()
    for reply in work.replies.takeAll() { reply(self) }
    var random = SystemRandomNumberGenerator()
    for viewer in viewers.values {
      let wait = Duration.random(in: comeback, using: &random)
      // One that is behind comes back for what it missed.
      let version = Version(epoch: version.epoch, number: viewer.pace.number)
      viewer.stream.sendAnyway(ServerSentEvent.goodbye(id: version.description, comingBackIn: wait))
    }
  }
}
