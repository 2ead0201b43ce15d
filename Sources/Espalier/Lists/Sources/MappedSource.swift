extension Source {
  /// The rows of this source, shown by others: one for each, with the same id.
  ///
  /// ```swift
  /// list.children.source = people.map { PersonCard($0) }
  /// ```
  ///
  /// Changes arrive row by row, and only new and updated rows are mapped. Rows of another type than `Row` stay as they are.
  public final func map<Row, Shown: Content & Identifiable>(_ show: @escaping (Row) -> Shown) -> Source {
    MappedSource(self, show)
  }
}

/// The rows of another source, shown by others.
private final class MappedSource<Row, Shown: Content & Identifiable>: Source {
  private let show: (Row) -> Shown

  init(_ source: Source, _ show: @escaping (Row) -> Shown) {
    self.show = show
    super.init()
    self.show(source)
  }

  override func row(at path: RowPath) throws(SourceError) -> any Content & Identifiable {
    let row = try super.row(at: path)
    let inner: Row? = value(of: row)
    return inner.map(show) ?? row
  }
}

extension Source {
  /// The row at a place as a type; nil if it is of another one.
  final func row<Row>(at path: RowPath, as type: Row.Type) throws(SourceError) -> Row? { value(of: try row(at: path)) }
}

/// The value of a row of a source as a type; nil if it is of another one.
func value<Value>(of row: any Content & Identifiable) -> Value? {
  row as? Value ?? (row as? any PlainRowType)?.anyValue as? Value
}
