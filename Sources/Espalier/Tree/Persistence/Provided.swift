/// A service that a site provides, to name which of its values survive a restart of the server.
///
/// ```swift
/// final class Board: Sendable {
///   let cards = Signal<[Int: Card]>([:])
/// }
/// site.provide(Board()) { $0.persist(\.cards, as: "cards") }
/// ```
public struct Provided<Service> {
  private let service: Service
  private var records: [SignalRecord] = []

  /// What a store keeps of a service: the values that `persisting` names.
  package static func records(of service: Service, _ persisting: (inout Provided) -> Void) -> [SignalRecord] {
    var provided = Provided(service: service)
    persisting(&provided)
    return provided.records
  }

  /// Persists the current value of a signal across restarts of the server, if the site has a store. The value is saved as
  /// a whole.
  ///
  /// The name must be unique among those of the site, or of the browser if the service belongs to one. When the type of
  /// the value changes, count up `version`, and add a ``Migration`` for each older version whose values the new type
  /// cannot read. `onUnreadable` says what happens to a value that cannot be read: unless it says otherwise, the site does
  /// not start, and for a service of each browser its pages answer 503.
  @_disfavoredOverload
  public mutating func persist<Value: Codable & Equatable & Sendable>(
    _ signal: KeyPath<Service, Signal<Value>>, as name: String, version: Int = 1,
    migrations: [Migration<Value>] = [], onUnreadable rule: UnreadableRule = .stop
  ) {
    let versions = SavedVersions(current: version, migrations: migrations, rule: rule)
    records.append(SignalRecord(name, service[keyPath: signal], .whole(versions)))
  }

  /// Persists the current dictionary of a signal across restarts of the server. Each entry is saved by itself, so an
  /// event saves only the entries that it changed. Each entry is also read by itself: one that cannot be read hides no
  /// other. `migrations` are about entries.
  public mutating func persist<Key: Codable & Hashable & Sendable, Value: Codable & Equatable & Sendable>(
    _ signal: KeyPath<Service, Signal<[Key: Value]>>, as name: String, version: Int = 1,
    migrations: [Migration<Value>] = [], onUnreadable rule: UnreadableRule = .stop
  ) {
    let versions = SavedVersions(current: version, migrations: migrations, rule: rule)
    records.append(SignalRecord(name, service[keyPath: signal], .entries(versions)))
  }
}
