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

extension WindowRow {
  /// A row of a query, as another ``LiveDatabase`` has read it. Throws a ``DatabaseError`` if it lacks one of the columns
  /// that order the rows or divide them into sections, or if it does not decode. The error names the database.
  package init<Row>(_ row: SQLRow, of query: Query<Row>, in database: String) throws {
    func value(_ column: String) throws -> SQLValue {
      if let value = row[column] { return value }
      throw DatabaseError(
        .noColumn, file: database, statement: query.sql.text, "the result has no column \(column)",
        remedy: "select it, or give a column that name with AS")
    }
    do {
      self.init(
        key: RowKey(try query.order.map { try value($0.column) }), hash: row.rowHash,
        section: try query.section.map(value), value: try row.decode(Row.self))
    } catch {
      throw DatabaseError(error, file: database, statement: query.sql.text)
    }
  }
}
