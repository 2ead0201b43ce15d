import Espalier

/// A row of any table. SQLite gives each value a type of its own, whatever the column's type is.
struct DataRow: TableRow, Identifiable {
  /// A value as people read it.
  enum Cell: Hashable, Codable, Sendable {
    case null
    case number(String)
    case text(String)
    /// Bytes, of which only the number is shown.
    case bytes(Int)
  }

  static let idName = "~row"
  static let sortName = "~sort"
  /// Longer texts are cut.
  static let longest = 2000
  /// More of a text stands behind a button.
  private static let shown = 120

  let id: String
  let values: [Cell]

  @CellBuilder var cells: [HTML] {
    for value in values { Self.html(of: value) }
  }

  private static func html(of value: Cell) -> HTML {
    switch value {
    case .null: "<span class=\"note\">NULL</span>"
    case .number(let digits): "\(digits)"
    case .bytes(let count): "<span class=\"note\">\(count) \(count == 1 ? "byte" : "bytes")</span>"
    case .text(let text) where text.count > shown:
      """
      <details class="long"><summary>\(String(text.prefix(shown)))…</summary>\(text)\
      \(text.count == longest ? "<span class=\"note\"> (the first \(longest) characters)</span>" : HTML())</details>
      """
    case .text(let text): "\(text)"
    }
  }
}

extension DataRow {
  private enum CodingKeys: CodingKey { case id, values }

  /// The name of a column of a query, whose names are numbers.
  private struct Column: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// The result column for a column of the table.
  static func name(of column: Int) -> String { "c\(column)" }

  /// What a query selects of a column: a letter for the kind of value, and the value.
  static func expression(of column: String) -> String {
    """
    CASE typeof(\(column)) WHEN 'null' THEN '0' WHEN 'blob' THEN 'b' || length(\(column)) \
    WHEN 'text' THEN 't' || substr(\(column), 1, \(longest)) ELSE 'n' || \(column) END
    """
  }

  /// Reads a row of a query, or a row of the page's JSON.
  init(from decoder: any Decoder) throws {
    let row = try decoder.container(keyedBy: Column.self)
    let id = Column(stringValue: Self.idName)
    guard row.contains(id) else {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      self.id = try fields.decode(String.self, forKey: .id)
      values = try fields.decode([Cell].self, forKey: .values)
      return
    }
    if let number = try? row.decode(Int.self, forKey: id) {
      self.id = "\(number)"
    } else {
      self.id = try row.decode(String.self, forKey: id)
    }
    var values: [Cell] = []
    while case let column = Column(stringValue: Self.name(of: values.count)), row.contains(column) {
      values.append(Cell(selected: try row.decode(String.self, forKey: column)))
    }
    self.values = values
  }
}

extension DataRow.Cell {
  /// What `DataRow.expression` has selected.
  fileprivate init(selected text: String) {
    let value = String(text.dropFirst())
    switch text.first {
    case "t": self = .text(value)
    case "n": self = .number(value)
    case "b": self = .bytes(Int(value) ?? 0)
    default: self = .null
    }
  }
}
