/// A window over a query that stays up to date while this object exists. A ``LiveDatabase`` fills it.
public final class LiveWindow<Row: Sendable>: Sendable {
  /// What happens to the window. The first event has its rows. If nobody takes the events, the latest 16 are kept.
  public let events: AsyncStream<WindowEvent>
  private let show: @Sendable (WindowPlace) -> Void
  private let close: @Sendable () -> Void

  /// A window with the events that the database sends. `move` shows the rows at another place, which is told as a change
  /// even if the rows are the same. `close` is called when nobody looks at the window any more.
  public init(
    events: AsyncStream<WindowEvent>, move: @escaping @Sendable (WindowPlace) -> Void,
    close: @escaping @Sendable () -> Void
  ) { (self.events, show, self.close) = (events, move, close) }

  deinit { close() }

  /// Shows the rows at another place.
  public func move(to place: WindowPlace) { show(place) }

  /// A row of this window as its type.
  package func value(of row: WindowRow) -> Row? { row.value as? Row }
}
