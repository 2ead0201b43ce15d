import EspalierHTTP

/// A window of a query. All who look at one place share it: it is read once, whoever looks.
final class Window {
  /// Where it was opened. Others who open a window there share this one.
  struct Key: Hashable, Sendable {
    let place: WindowPlace
    /// The type of the rows.
    let row: ObjectIdentifier
  }

  let key: Key
  /// Where it is. It leaves the place of its key only to go along with a row.
  var place: WindowPlace
  let decode: @Sendable (RowDecoder) throws -> any Sendable
  var viewers: [Int: Viewer] = [:]
  private(set) var state = WindowState()
  /// Why it cannot be read.
  var error: DatabaseError?
  /// Whether it has to be read, and when it was read last.
  var isDirty = true
  var readAt: ContinuousClock.Instant?
  /// The start of the range that the first row is in, and the number of rows between the two.
  var offset: Offset?
  /// The version of the samples that gave its position; nil if it has none.
  var located: Int?
  /// Another number after each change of what it shows, and after each change besides its position.
  private(set) var (version, rowsVersion) = (0, 0)

  /// A window that is not read yet. Rows of `known` need not be decoded again.
  init(
    _ key: Key, known: WindowState = WindowState(),
    _ decode: @escaping @Sendable (RowDecoder) throws -> any Sendable
  ) { (self.key, place, state, self.decode) = (key, key.place, known, decode) }

  struct Offset {
    let start: RowKey?
    let count: Int
  }

  /// Shows other rows, or the same.
  func show(_ new: WindowState) {
    let isSame = new.hasSameRows(as: state)
    if isSame, new.hasSamePosition(as: state) { return }
    version += 1
    if !isSame { rowsVersion = version }
    state = new
  }

  /// Whether a row with this key is, or would be, in the window. A window that reaches the end of the list has no
  /// bound there.
  func contains(_ key: RowKey, _ order: KeyOrder) -> Bool {
    if let low, order.compare(key, low) < 0 { return false }
    if let high, order.compare(key, high) > 0 { return false }
    return true
  }

  private var anchorKey: RowKey? {
    if case .key(let key) = place.anchor { key } else { nil }
  }

  private var low: RowKey? {
    if state.anchor < place.before || place.anchor == .start { return nil }
    return place.before == 0 ? anchorKey : state.rows.first?.key
  }

  private var high: RowKey? {
    if state.rows.count - state.anchor < place.after || place.anchor == .end { return nil }
    return place.after == 0 ? anchorKey : state.rows.last?.key
  }
}

/// Somebody who looks at a window.
final class Viewer {
  /// What has happened since the viewer heard last.
  enum News { case nothing, position, rows }

  /// The shortest time between two events with other rows, and between two that only say where the rows are.
  static let pause = Duration.milliseconds(50)
  static let pauseOfPositions = Duration.milliseconds(250)

  let events: NewestEvent
  /// For whom the window is read; nil for nobody in particular.
  let requester: Requester?
  /// Until when the first event waits for the number of rows, so that a page without JavaScript can show it.
  let countEnd: ContinuousClock.Instant
  /// The versions of the window that the viewer knows.
  private var (known, knownRows) = (-1, -1)
  private var error: DatabaseError?
  private var last: ContinuousClock.Instant?
  /// Whether the viewer waits for this place, even if it has the same rows.
  private var isMoved = false

  init(_ events: NewestEvent, for requester: Requester?, countEnd: ContinuousClock.Instant) {
    (self.events, self.requester, self.countEnd) = (events, requester, countEnd)
  }

  /// Whether the viewer has never seen the window.
  var isNew: Bool { known < 0 }

  /// Looks at another window now.
  func move() { (known, knownRows, isMoved) = (-1, -1, true) }

  private func news(of window: Window) -> News {
    if let problem = window.error { return problem == error ? .nothing : .rows }
    if error != nil || isMoved || isNew || knownRows != window.rowsVersion { return .rows }
    return known == window.version ? .nothing : .position
  }

  /// When the viewer may hear what has happened; nil if nothing has. A window that is to be read may have other rows then.
  func time(for window: Window, at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    switch window.isDirty ? .rows : news(of: window) {
    case .nothing: nil
    case .position: timeForPosition(at: now)
    case .rows: isMoved ? now : last.map { $0 + Self.pause } ?? now
    }
  }

  /// When the viewer may hear another position.
  func timeForPosition(at now: ContinuousClock.Instant) -> ContinuousClock.Instant {
    last.map { $0 + Self.pauseOfPositions } ?? now
  }

  /// Tells the viewer what has happened to a window that was read.
  func hear(of window: Window, at now: ContinuousClock.Instant) {
    if news(of: window) == .nothing { return }
    if let error = window.error {
      // All rows are new when they can be read again.
      (known, knownRows, isMoved) = (-1, -1, false)
      events.send(.failed(error))
    } else {
      (known, knownRows, isMoved) = (window.version, window.rowsVersion, false)
      events.send(.changed(window.state))
    }
    (error, last) = (window.error, now)
  }
}

extension WindowState {
  fileprivate func hasSamePosition(as other: WindowState) -> Bool {
    position == other.position && count == other.count && sections?.version == other.sections?.version
  }

  fileprivate func hasSameRows(as other: WindowState) -> Bool {
    anchor == other.anchor && isAtStart == other.isAtStart && isAtEnd == other.isAtEnd
      && rows.elementsEqual(other.rows) { $0.hash == $1.hash && $0.key == $1.key }
  }
}
