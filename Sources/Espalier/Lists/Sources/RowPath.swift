/// The place of a row in a source: the index of its section, and its index there. Both count from zero.
public struct RowPath: Hashable, Sendable, CustomStringConvertible {
  /// The index of the section.
  public var section: Int
  /// The index of the row in its section.
  public var row: Int

  /// The place of a row.
  public init(section: Int = 0, row: Int) {
    self.section = section
    self.row = row
  }

  /// The section and the row, for example `1-2`.
  public var description: String { "\(section)-\(row)" }

  /// The place after sections and rows are put before it.
  func offset(sections: Int, rows: Int) -> RowPath { RowPath(section: section + sections, row: row + rows) }
}
