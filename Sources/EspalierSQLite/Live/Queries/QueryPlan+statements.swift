/// The statements that read a part of a query. The query itself is a subquery, which SQLite flattens, so that its
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
  var keyOfRow: SQL {
    SQL("SELECT \(keyNames.joined(separator: ", ")) \(from) WHERE \(keyNames[keyNames.count - 1]) = ?", text.sql.values)
  }

  /// All keys in order.
  var keys: SQL {
    SQL("SELECT \(keyNames.joined(separator: ", ")) \(from) ORDER BY \(orderBy(backward: false))", text.sql.values)
  }

  /// The number of rows.
  var count: SQL { SQL("SELECT count(*) \(from)", text.sql.values) }

  /// Statements whose results one after the other are the rows after a key, or before it in reverse order. Each takes
  /// the number of rows as its last value. With `including`, the row with that key is the first.
  ///
  /// One comparison of row values is enough if no NULL can be in the way: SQL's `>` is neither true for NULL nor false.
  /// Otherwise there is a statement for each part of the key; one statement with OR would not use the index.
  func reads(_ result: Result, from key: RowKey?, including: Bool, backward: Bool = false) -> [SQL] {
    guard let key else { return [read(result, [], [], backward)] }
    let descends = order.columns.map { $0.isDescending != backward }
    let hasNull = key.values.contains(.null)
    if !hasNull, Set(descends).count == 1, !descends[0] || !isNotNull.contains(false) {
      let comparison = (descends[0] ? "<" : ">") + (including ? "=" : "")
      let places = repeatElement("?", count: keyNames.count).joined(separator: ", ")
      return [
        read(result, ["(\(keyNames.joined(separator: ", "))) \(comparison) (\(places))"], key.values, backward)
      ]
    }
    return (0..<keyNames.count).reversed().flatMap { level -> [SQL] in
      var (conditions, values): ([String], [SQLValue]) = ([], [])
      for (name, value) in zip(keyNames[..<level], key.values) {
        conditions.append(value == .null ? "\(name) IS NULL" : "\(name) = ?")
        if value != .null { values.append(value) }
      }
      let orEqual = including && level == keyNames.count - 1
      return after(keyNames[level], key.values[level], descends[level], orEqual, isNotNull[level]).map {
        read(result, conditions + [$0.condition], values + $0.values, backward)
      }
    }
  }

  /// The number of rows from a key on and before another key; nil if NULL may be in the way, so that they have to be
  /// read and counted.
  func count(from start: RowKey?, to end: RowKey) -> SQL? {
    let descends = order.columns.map(\.isDescending)
    // In the first column a NULL is outside of what lies between two values; in the others it need not be.
    guard Set(descends).count == 1, !end.values.contains(.null), start?.values.contains(.null) != true,
      !isNotNull.dropFirst(start == nil ? 0 : 1).dropLast().contains(false)
    else { return nil }
    let (names, places) = (
      keyNames.joined(separator: ", "), repeatElement("?", count: keyNames.count).joined(separator: ", ")
    )
    let (first, last) = descends[0] ? ("<=", ">") : (">=", "<")
    var conditions = ["(\(names)) \(last) (\(places))"]
    if start != nil { conditions.insert("(\(names)) \(first) (\(places))", at: 0) }
    return SQL(
      "SELECT count(*) \(from) WHERE \(conditions.joined(separator: " AND "))",
      text.sql.values + (start?.values ?? []) + end.values)
  }

  // The line end closes a comment at the end of the user's statement.
  private var from: String { "FROM (\(sql)\n)" }

  private func orderBy(backward: Bool) -> String {
    zip(keyNames, order.columns).map { $1.isDescending != backward ? $0 + " DESC" : $0 }.joined(separator: ", ")
  }

  private func read(_ result: Result, _ conditions: [String], _ values: [SQLValue], _ backward: Bool) -> SQL {
    let columns =
      switch result {
      case .rows: "*"
      case .keys: keyNames.joined(separator: ", ")
      }
    let filter = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
    return SQL(
      "SELECT \(columns) \(from)\(filter) ORDER BY \(orderBy(backward: backward)) LIMIT ?", text.sql.values + values)
  }

  /// The conditions for what comes after a value of one column. NULL comes before all values, so it is last when the
  /// column descends.
  private func after(
    _ name: String, _ value: SQLValue, _ descends: Bool, _ orEqual: Bool, _ isNotNull: Bool
  ) -> [(condition: String, values: [SQLValue])] {
    switch (descends, value) {
    case (false, .null): [("\(name) IS NOT NULL", [])]
    case (true, .null): []
    case (false, _): [("\(name) >\(orEqual ? "=" : "") ?", [value])]
    case (true, _):
      [("\(name) <\(orEqual ? "=" : "") ?", [value])] + (isNotNull || orEqual ? [] : [("\(name) IS NULL", [])])
    }
  }
}
