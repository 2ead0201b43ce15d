/// The value of a service that survives a restart of the server: a signal, and the name under which its value is saved.
///
/// ```swift
/// final class Board: Sendable {
///   let cards = Signal<[Int: Card]>([:])
/// }
/// site.provide(Board()) { [Persisted($0.cards, as: "cards")] }
/// ```
public struct Persisted: Sendable {
  package let record: SignalRecord

  /// The current value of a signal, saved as one value.
  public init<Value: Codable & Equatable & Sendable>(_ signal: Signal<Value>, as name: String) {
    record = SignalRecord(name, signal, .whole)
  }

  /// The current dictionary of a signal. Each entry is saved by itself, so an event saves only the entries that it
  /// changed.
  public init<Key: Codable & Hashable & Sendable, Value: Codable & Equatable & Sendable>(
    _ signal: Signal<[Key: Value]>, as name: String
  ) {
    record = SignalRecord(name, signal, .entries())
  }
}
