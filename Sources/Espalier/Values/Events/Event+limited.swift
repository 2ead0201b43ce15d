extension Event {
  /// Returns this event for people who do not try it too often, such as a sign-in, whose password somebody may guess. The
  /// server answers 429 with the time to wait, also without JavaScript; then no handler runs.
  ///
  /// ```swift
  /// static let enter = Event<Entry>("enter").limited(to: 5, per: .seconds(60)) { $0.name.lowercased() }
  /// ```
  ///
  /// A browser may send `count` at once, and then one each `period / count`. The same holds for an address, because
  /// anybody can make up a browser; think of people who share one. It holds for a name too, so that an account is not
  /// guessed from many addresses; `name` takes it from the data, and nil counts for nobody. An event that names an account can lock its
  /// owner out for that time, so choose `count` well above what the owner needs.
  ///
  /// The counts are in memory, each in a bounded space, and begin again when the server restarts.
  public func limited(
    to count: Int, per period: Duration, by name: @escaping @Sendable (Payload) -> String? = { _ in nil }
  ) -> Self {
    let limit = EventLimit(count: max(1, count), period: period) { ($0 as? Payload).flatMap(name) }
    return Self(name: EventDescriptor(self.name, limit: limit))
  }
}

/// How often an event may be sent.
package struct EventLimit: Sendable {
  /// Events at once.
  package let count: Int
  /// The time in which as many may come again.
  package let period: Duration
  /// The name that the event's data counts for; nil for none.
  package let name: @Sendable (_ payload: any Sendable) -> String?
}
