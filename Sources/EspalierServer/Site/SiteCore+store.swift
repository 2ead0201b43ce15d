import EspalierHTTP
import EspalierLocks

extension SiteCore {
  /// How often a serving site checks that its store still works.
  private static let storeInterval = Duration.seconds(1)

  /// Checks the store each second until the task is cancelled, and lets pages save again what it could not save; nil
  /// without a store.
  func watchStore() -> Task<Void, Never>? {
    guard store != nil else { return nil }
    return Task.detached { [weak self, siteClock] in
      var forgotten = ForgottenInstances()
      while !Task.isCancelled {
        do {
          // Held only for the check, so that the task does not keep the site alive.
          guard let site = self else { return }
          site.checkStore(&forgotten)
        }
        await siteClock.sleep(until: siteClock.now + Self.storeInterval)
      }
    }
  }

  private func checkStore(_ forgotten: inout ForgottenInstances) {
    guard let store else { return }
    do {
      try store.check()
      metrics.store.succeed(.check, log)
    } catch {
      _ = metrics.store.fail(.check, error, log)
    }
    // Perhaps no other event comes that would save what could not be saved.
    if surroundings.saves?.hasFailed == true { surroundings.saves?.commit() }
    services.turns.ifIdle { saveServices() }
    if metrics.store.takeUnsaved() { for instance in instances.all { instance.submit { $0.saveDue() } } }
    let now = store.forgotten
    report(now.unused - forgotten.unused, "they were not used for a long time")
    report(now.room - forgotten.room, "the store had no more room")
    forgotten = now
  }

  /// Saves what services have changed outside of events.
  func saveServices() {
    do { try services.saveChanged() } catch {
      metrics.store.failures.add()
      log.write(.error, "store") { $0.add("detail", "\(error)") }
    }
  }

  private func report(_ deleted: Int, _ reason: String) {
    guard deleted > 0 else { return }
    log.write(.warning, "store") {
      $0.add("detail", "The store deleted saved page instances, because \(reason).")
      $0.add("instances", deleted)
    }
  }
}
