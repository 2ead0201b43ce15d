/// A window over a query that stays up to date while this object exists. A ``Database`` fills it.
package final class LiveWindow<Row: Sendable>: Sendable {
  /// What happens to the window. The first event has its rows.
  package let events: AsyncStream<WindowEvent>
  private let show: @Sendable (WindowPlace) -> Void
  private let update: @Sendable () async -> Void
  private let close: @Sendable () -> Void

  /// A window with the events that the database sends. `move` shows the rows at another place, which is told as a change
  /// even if the rows are the same. `catchUp` returns when the one who follows the events has worked on all that was
  /// written so far. `close` is called when nobody looks at the window any more.
  init(
    _ events: AsyncStream<WindowEvent>, move: @escaping @Sendable (WindowPlace) -> Void,
    catchUp: @escaping @Sendable () async -> Void, close: @escaping @Sendable () -> Void
  ) { (self.events, show, update, self.close) = (events, move, catchUp, close) }

  deinit { close() }

  /// Shows the rows at another place.
  package func move(to place: WindowPlace) { show(place) }

  /// Returns when the one who follows the events has worked on all that was written so far.
  func catchUp() async { await update() }

  /// A row of this window as its type.
  package func value(of row: WindowRow) -> Row? { row.value as? Row }
}
