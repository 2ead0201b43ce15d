import Espalier
import EspalierLocks

/// The secret that a browser's cookie must have, once a session of the browser was renewed. Any thread may use it.
final class BrowserSecret: Sendable {
  /// An event that names itself, so that its repeat is known: by its id and by what it does.
  struct SentEvent: Sendable, Equatable {
    let id: String
    let fingerprint: String
  }

  private struct Renewal {
    let before: String
    let time: Duration
    /// The event whose handler renewed the session.
    let event: SentEvent?
  }

  /// How long a request with the cookie from before a renewal is asked to try again. It may have crossed the answer with
  /// the new cookie.
  private static let crossing = Duration.seconds(10)
  /// How long the event that renewed the session may be repeated with the old cookie. Clients repeat for a minute.
  private static let repeating = Duration.seconds(90)

  /// Empty before the first renewal.
  private let value = Signal("")
  private let renewal = Lock<Renewal?>(nil)
  private let clock: SiteClock

  init(_ clock: SiteClock) { self.clock = clock }

  /// What a store keeps of it.
  var records: [SignalRecord] { Provided.records(of: self) { $0.persist(\.value, as: "~secret") } }

  /// Whether a session of the browser was renewed at any time.
  var isSet: Bool { value.value != "" }

  /// Whether a cookie with this secret is the browser's.
  func admits(_ given: String?) -> Bool {
    let wanted = value.value ?? ""
    return wanted.isEmpty || Self.areEqual(wanted, given ?? "")
  }

  /// Whether a cookie was the browser's before the last renewal, and the event that renewed the session may still be
  /// repeated.
  func admittedBefore(_ given: String?) -> Bool {
    guard let renewal = renewal.withLock({ $0 }) else { return false }
    return Self.areEqual(renewal.before, given ?? "") && clock.now - renewal.time < Self.repeating
  }

  /// Whether requests may cross the answer with the new cookie.
  var isCrossing: Bool { renewal.withLock { $0 }.map { clock.now - $0.time < Self.crossing } ?? false }

  /// Requires another secret from now on. `event` is the event whose handler asks for it.
  func renew(_ new: String, by event: SentEvent?) {
    renewal.withLock { $0 = Renewal(before: value.value ?? "", time: clock.now, event: event) }
    value.send(new)
  }

  /// The current secret, for a repeat of the event that renewed the session: the answer with the new cookie was lost.
  func current(forRepeatOf event: SentEvent?) -> String? {
    guard let event, renewal.withLock({ $0?.event }) == event else { return nil }
    return value.value
  }

  /// Compares in a time that does not depend on where the texts differ.
  private static func areEqual(_ one: String, _ other: String) -> Bool {
    let (one, other) = (Array(one.utf8), Array(other.utf8))
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
