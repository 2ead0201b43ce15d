/// A window that somebody looks at.
struct Window: Sendable {
  var place: WindowPlace
  let decode: @Sendable (RowDecoder) throws -> any Sendable
  let tell: @Sendable (WindowEvent) -> Void
  var state = WindowState()
  /// What the viewer knows; nil if nothing.
  var told: WindowState?
  var error: DatabaseError?
  /// Until when the viewer's first event waits for the number of rows, so that a page without JavaScript can show it.
  var countEnd = ContinuousClock.now
  /// Whether the viewer waits for another place, even if it has the same rows.
  var isMoved = false
  /// Whether it has to be read.
  var isDirty = true
  /// The start of the range that the first row is in, and the number of rows between the two.
  var offset: Offset?
  /// The version of the samples that gave its position; nil if it has none.
  var located: Int?

  struct Offset {
    let start: RowKey?
    let count: Int
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

  /// The event that brings the viewer up to date; nil if it knows everything.
  mutating func news() -> WindowEvent? {
    if let told, told.isSame(as: state), !isMoved { return nil }
    isMoved = false
    told = state
    return .changed(state)
  }
}

extension WindowState {
  func isSame(as other: WindowState) -> Bool {
    position == other.position && count == other.count && sections?.version == other.sections?.version
      && anchor == other.anchor && isAtStart == other.isAtStart
      && isAtEnd == other.isAtEnd && rows.elementsEqual(other.rows) { $0.hash == $1.hash && $0.key == $1.key }
  }
}
