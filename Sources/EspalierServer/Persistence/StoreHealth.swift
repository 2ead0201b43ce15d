import EspalierHTTP
import EspalierLocks
import Synchronization

/// Whether a store works. Decides what the log gets: one line when the store begins to fail, and one when it works
/// again.
struct StoreHealth {
  /// The operations of a store.
  enum Duty: String, CaseIterable { case save, read, check }

  enum Report: Equatable {
    case failing
    /// The store works again, after this many failures.
    case recovered(failures: Int)
  }

  private struct Trouble {
    let reason: String
    var failures: Int
  }

  private var troubles: [Duty: Trouble] = [:]

  /// Whether the last call of each operation worked.
  var isUp: Bool { troubles.isEmpty }

  /// Records a failure. Returns a report unless the operation already failed for the same reason.
  mutating func fail(_ duty: Duty, _ reason: String) -> Report? {
    let failures = (troubles[duty]?.failures ?? 0) + 1
    let isKnown = troubles[duty]?.reason == reason
    troubles[duty] = Trouble(reason: reason, failures: failures)
    return isKnown ? nil : .failing
  }

  /// Records a success. Returns a report if the operation failed before.
  mutating func succeed(_ duty: Duty) -> Report? {
    troubles.removeValue(forKey: duty).map { .recovered(failures: $0.failures) }
  }
}

/// The health of a site's store, with its lines in the log. Any thread may use it.
final class StoreWatch: Sendable {
  private let health = Lock(StoreHealth())
  private let hasUnsaved = Atomic(false)
  /// Saves and reads that the store failed to do.
  let failures = Counter()
  /// Saved values that were left out because they could not be read.
  let unreadable = Counter()
  var isUp: Bool { health.withLock { $0.isUp } }

  /// Records that an instance has changes that are not in the queue of saves.
  func noteUnsaved() { hasUnsaved.store(true, ordering: .sequentiallyConsistent) }

  /// Whether an instance has had such changes since the last call.
  func takeUnsaved() -> Bool { hasUnsaved.exchange(false, ordering: .sequentiallyConsistent) }

  /// Records a failure, and returns it as an error that says why.
  func fail(_ duty: StoreHealth.Duty, _ error: any Error, _ log: Log, for request: Request? = nil) -> PageStoreError {
    let failure = PageStoreError(of: error)
    guard health.withLock({ $0.fail(duty, failure.reason) }) != nil else { return failure }
    log.write(.error, "store") {
      $0.add("detail", "\(failure)")
      $0.add("duty", duty.rawValue)
      if let request { $0.add("id", request.id) }
    }
    return failure
  }

  func succeed(_ duty: StoreHealth.Duty, _ log: Log) {
    guard case .recovered(let failures)? = health.withLock({ $0.succeed(duty) }) else { return }
    log.write(.warning, "store") {
      $0.add("detail", "the store works again")
      $0.add("duty", duty.rawValue)
      $0.add("failures", failures)
    }
  }
}
