import EspalierHTTP
import EspalierLocks

extension SiteCore {
  /// How long a stopping server waits for busy pages, so that their viewers also get the last message.
  private static let patience = Duration.milliseconds(250)

  /// Applies a stage of the server's life. Before the end, every stream gets a last message.
  func enter(_ stage: ServerStage) {
    self.stage.withLock { $0 = stage }
    if stage == .serving { storeTask.withLock { $0 = $0 ?? watchStore() } }
    if stage == .stopping {
      storeTask.withLock { task in
        task?.cancel()
        task = nil
      }
      sayGoodbye()
      saveServices()
    }
  }

  /// A stream that attaches after its page has sent its last message is refused because of the stage, so no stream ends
  /// without a message.
  private func sayGoodbye() {
    let all = instances.all.filter { $0.audience.count > 0 }
    let done = Counter()
    for instance in all {
      instance.enter {
        $0.sayGoodbye()
        done.add()
      }
    }
    // A lane that is busy on another thread runs it there, soon.
    let end = ContinuousClock.now + Self.patience
    while done.value < all.count && ContinuousClock.now < end { pause(.milliseconds(1)) }
  }
}
