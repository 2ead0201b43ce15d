/// A row of a window.
package struct WindowRow: Sendable {
  package let key: RowKey
  /// Another number if anything in the row is different.
  package let hash: UInt64
  /// The value of the section column.
  package let section: SQLValue?
  /// The decoded row.
  package let value: any Sendable

  package var id: SQLValue { key.id }
}

/// The rows of a window, and where they are in the list.
package struct WindowState: Sendable {
  /// The rows in the order of the query.
  package var rows: [WindowRow] = []
  /// How many of the rows are before the anchor.
  package var anchor = 0
  /// Whether there are no rows before the first.
  package var isAtStart = false
  /// Whether there are no rows after the last.
  package var isAtEnd = false
  /// The position of the first row in the list, from zero; nil while the rows are being counted.
  package var position: Int?
  /// The number of rows in the list; nil while they are being counted.
  package var count: Int?
  /// The sections of the whole list; nil while the rows are being counted, or if there are none.
  package var sections: SectionStarts?

  /// A window without rows, neither at the start nor at the end of the list.
  package init() {}
}

/// What has happened to a window.
package enum WindowEvent: Sendable {
  /// The window has other rows, another position or another count.
  case changed(WindowState)
  /// The rows cannot be read. The window reads again when the cause may be gone; all rows are new then.
  case failed(DatabaseError)
}
