import EspalierHTTP
import Espalier

extension PageInstance {
  /// Reports page code that took longer than `Limits.pages.slow`. It made all other viewers of this page wait, and it
  /// occupied a core if it computed.
  func reportIfSlow(since start: ContinuousClock.Instant, _ what: (inout LogLine) -> Void) {
    let took = ContinuousClock.now - start
    guard took > surroundings.limits.slow else { return }
    metrics.slow.add()
    log.write(.warning, "slow") {
      $0.add("page", page.path)
      what(&$0)
      $0.add("ms", Int(took / .milliseconds(1)))
    }
  }
}
