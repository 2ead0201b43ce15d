/// The statements that read a part of a query. The query itself is a subquery, which the database flattens, so that its
/// indexes are used.
extension QueryPlan {
  /// What a statement returns.
  enum Result {
    /// All columns.
    case rows
    /// The columns of the key.
    case keys
  }

  /// The key of a row, by its id.
  package func key(of id: SQLValue) -> SQL {
    "SELECT \(text: names) \(sql: from) WHERE \(text: columns[columns.count - 1].name) = \(id)"
  }

  /// The first rows, as a window of the usual size reads them.
  package var firstRows: SQL { read(.rows, [], false)(100) }

  /// The columns of the key with their directions, as ORDER BY and an index write them.
  package var ordering: String { orderBy(backward: false) }

  /// All keys in order.
  var keys: SQL { "SELECT \(text: names) \(sql: from) ORDER BY \(text: orderBy(backward: false))" }

  /// Statements whose results one after the other are the rows after a key, or before it in reverse order, at most `most`
  /// of each. With `including`, the row with that key is the first.
  ///
  /// One comparison of row values is enough if no NULL can be in the way: SQL's `>` is neither true for NULL nor false.
  /// Otherwise there is a statement for each part of the key; one statement with OR would not use the index.
  func reads(
    _ result: Result, from key: RowKey?, including: Bool, backward: Bool = false
  ) -> [(_ most: Int) -> SQL] {
    guard let key else { return [read(result, [], backward)] }
    let descends = order.columns.map { $0.isDescending != backward }
    let hasNull = key.values.contains(.null)
    if !hasNull, Set(descends).count == 1, !descends[0] || !columns.contains(where: { !$0.isNotNull }) {
      let comparison = (descends[0] ? "<" : ">") + (including ? "=" : "")
      return [read(result, ["(\(text: names)) \(text: comparison) (\(sql: key.list))"], backward)]
    }
    return columns.indices.reversed().flatMap { level -> [(Int) -> SQL] in
      let equal = zip(columns[..<level], key.values).map { column, value -> SQL in
        value == .null ? "\(text: column.name) IS NULL" : "\(text: column.name) = \(value)"
      }
      let orEqual = including && level == columns.count - 1
      return after(columns[level], key.values[level], descends[level], orEqual).map {
        read(result, equal + [$0], backward)
      }
    }
  }

  /// The number of rows from a key on and before another key; nil if NULL may be in the way, so that they have to be
  /// read and counted.
  func count(from start: RowKey?, to end: RowKey) -> SQL? {
    let descends = order.columns.map(\.isDescending)
    // In the first column a NULL is outside of what lies between two values; in the others it need not be.
    guard Set(descends).count == 1, !end.values.contains(.null), start?.values.contains(.null) != true,
      !columns.dropFirst(start == nil ? 0 : 1).dropLast().contains(where: { !$0.isNotNull })
    else { return nil }
    let (first, last) = descends[0] ? ("<=", ">") : (">=", "<")
    let before: SQL = "SELECT count(*) \(sql: from) WHERE (\(text: names)) \(text: last) (\(sql: end.list))"
    return start.map { "\(sql: before) AND (\(text: names)) \(text: first) (\(sql: $0.list))" } ?? before
  }

  // The line end closes a comment at the end of the user's statement.
  private var from: SQL { "FROM (\(sql: sql)\n) AS espalier_query" }

  /// The columns of the key, as SQL writes them.
  package var names: String { columns.map(\.name).joined(separator: ", ") }

  private func orderBy(backward: Bool) -> String {
    zip(columns, order.columns).map { column, key in
      column.name + (key.isDescending != backward ? column.descending : column.ascending)
    }.joined(separator: ", ")
  }

  private func read(_ result: Result, _ conditions: [SQL], _ backward: Bool) -> (_ most: Int) -> SQL {
    let columns =
      switch result {
      case .rows: "*"
      case .keys: names
      }
    let filter: SQL = conditions.isEmpty ? "" : " WHERE \(sql: .joined(conditions, by: " AND "))"
    let all: SQL = "SELECT \(text: columns) \(sql: from)\(sql: filter) ORDER BY \(text: orderBy(backward: backward))"
    return { "\(sql: all) LIMIT \($0)" }
  }

  /// The conditions for what comes after a value of one column. NULL comes before all values, so it is last when the
  /// column descends.
  private func after(_ column: Column, _ value: SQLValue, _ descends: Bool, _ orEqual: Bool) -> [SQL] {
    let equal = orEqual ? "=" : ""
    return switch (descends, value) {
    case (false, .null): ["\(text: column.name) IS NOT NULL"]
    case (true, .null): []
    case (false, _): ["\(text: column.name) >\(text: equal) \(value)"]
    case (true, _):
      ["\(text: column.name) <\(text: equal) \(value)"]
        + (column.isNotNull || orEqual ? [] : ["\(text: column.name) IS NULL"])
    }
  }
}

extension RowKey {
  /// The values as parameters, with commas between them.
  fileprivate var list: SQL { .joined(values.map { "\($0)" }, by: ", ") }
}
