import EspalierHTTP
import EspalierLocks

extension SiteCore {
  /// How long the end of a server waits for pages that are busy, to say goodbye to their viewers too.
  private static let patience = Duration.milliseconds(250)

  /// Takes up a stage of the server's life. Before the end every stream is told.
  func enter(_ stage: ServerStage) {
    self.stage.withLock { $0 = stage }
    if stage == .serving { storeTask.withLock { $0 = $0 ?? watchStore() } }
    if stage == .stopping {
      storeTask.withLock { task in
        task?.cancel()
        task = nil
      }
      sayGoodbye()
    }
  }

  /// A stream that is attached after its page has said goodbye finds the stage and is refused, so none ends without a word.
  private func sayGoodbye() {
    let all = instances.all.filter { $0.audience.count > 0 }
    let told = Counter()
    for instance in all {
      instance.enter {
        $0.sayGoodbye()
        told.add()
      }
    }
    // A lane that is busy on another thread runs it there, soon.
    let end = ContinuousClock.now + Self.patience
    while told.value < all.count && ContinuousClock.now < end { pause(.milliseconds(1)) }
  }
}
