/// Which rows a window shows: some before its anchor, and some from it on.
package struct WindowPlace: Hashable, Sendable {
  /// Where the window is.
  package enum Anchor: Hashable, Sendable {
    /// The start of the list.
    case start
    /// The end of the list. A window there contains each new last row.
    case end
    /// The row with this key, or the one that took its place.
    case key(RowKey)
  }

  /// Where the window is.
  package let anchor: Anchor
  /// How many rows before the anchor.
  package let before: Int
  /// How many rows from the anchor on.
  package let after: Int
  /// The id of a row that the window follows: when the row leaves the window, the window goes where the row is. Nil if
  /// it follows none, or if the row is gone.
  package let followed: SQLValue?

  /// A window around an anchor. At the start and at the end there is nothing on one side.
  package init(_ anchor: Anchor, before: Int = 0, after: Int = 0, following followed: SQLValue? = nil) {
    self.anchor = anchor
    self.followed = followed
    self.before = anchor == .start ? 0 : max(before, 0)
    self.after = anchor == .end ? 0 : max(after, 0)
  }

  /// The same place with at most so many rows.
  func limited(to count: Int) -> WindowPlace {
    if before + after <= count { return self }
    let more = min(after, max(count - before, count / 2))
    return WindowPlace(anchor, before: min(before, count - more), after: more, following: followed)
  }

  /// A place of the same size with the followed row, which has this key, in the middle.
  package func moved(to key: RowKey) -> WindowPlace {
    let half = (before + after) / 2
    return WindowPlace(.key(key), before: half, after: before + after - half, following: followed)
  }
}
