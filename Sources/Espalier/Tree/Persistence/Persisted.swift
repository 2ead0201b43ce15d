/// The value of a service that survives a restart of the server: a signal, and the name under which its value is saved.
///
/// ```swift
/// final class Board: Sendable {
///   let cards = Signal<[Int: Card]>([:])
/// }
/// site.provide(Board()) { [Persisted($0.cards, as: "cards")] }
/// ```
///
/// When the type of the value changes, count up `version`, and add a ``Migration`` for each older version whose values
/// the new type cannot read. `onUnreadable` says what happens to a value that cannot be read: unless it says otherwise,
/// the site does not start, and for a service of each browser its pages answer 503.
public struct Persisted: Sendable {
  package let record: SignalRecord

  /// The current value of a signal, saved as one value.
  @_disfavoredOverload
  public init<Value: Codable & Equatable & Sendable>(
    _ signal: Signal<Value>, as name: String, version: Int = 1, migrations: [Migration<Value>] = [],
    onUnreadable rule: UnreadableRule = .stop
  ) {
    let versions = SavedVersions(current: version, migrations: migrations, rule: rule)
    record = SignalRecord(name, signal, .whole(versions))
  }

  /// The current dictionary of a signal. Each entry is saved by itself, so an event saves only the entries that it
  /// changed. Each entry is also read by itself: one that cannot be read hides no other. `migrations` are about entries.
  public init<Key: Codable & Hashable & Sendable, Value: Codable & Equatable & Sendable>(
    _ signal: Signal<[Key: Value]>, as name: String, version: Int = 1, migrations: [Migration<Value>] = [],
    onUnreadable rule: UnreadableRule = .stop
  ) {
    let versions = SavedVersions(current: version, migrations: migrations, rule: rule)
    record = SignalRecord(name, signal, .entries(versions))
  }
}
