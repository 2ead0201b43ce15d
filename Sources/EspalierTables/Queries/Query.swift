/// A list of rows in a database: a query, its order, and the column that tells its rows apart.
///
/// ```swift
/// let people = Query<Person>(
///   "SELECT id, last, first FROM person WHERE active = \(true)",
///   sortedBy: .ascending("last"), .descending("born"), id: "id")
/// ```
///
/// The statement has no ORDER BY and no LIMIT: the library adds them, to read only the rows that somebody looks at. An
/// index for the filter and the order makes that fast for tables of any size.
///
/// If the statement reads one table, and it has no join, DISTINCT, GROUP BY or subquery, then each change is followed row by
/// row. In SQLite its id must also be the table's INTEGER PRIMARY KEY. In PostgreSQL `following` must name the table, and the
/// statement must name it without its schema. Otherwise the open windows are read again when one of its tables changes.
public struct Query<Row: Decodable & Sendable>: Hashable, Sendable {
  package let text: QueryText

  /// A list of rows. The columns of `sort` are columns of the result; rows with equal values are ordered by their `id`,
  /// which is the column of the result that has another value in each row. The values of the column `section` divide the
  /// rows into sections. The sections are in ascending order, unless the first column of `sort` is this one.
  public init(_ sql: SQL, sortedBy sort: SortColumn..., id: String = "id", section: String? = nil) {
    var sort = sort
    if let section, sort.first?.column != section { sort.insert(.ascending(section), at: 0) }
    text = QueryText(sql: sql, sort: sort, id: id, section: section)
  }
}

/// A column that orders rows.
public enum SortColumn: Hashable, Sendable {
  /// Small values first; NULL is the smallest.
  case ascending(_ column: String)
  /// Large values first; NULL is the smallest.
  case descending(_ column: String)

  /// The name of the column.
  package var column: String {
    switch self {
    case .ascending(let column), .descending(let column): column
    }
  }

  /// Whether large values are first.
  package var isDescending: Bool {
    if case .descending = self { true } else { false }
  }
}

/// A query without the type of its rows.
package struct QueryText: Hashable, Sendable {
  /// The statement, which has no ORDER BY and no LIMIT.
  package let sql: SQL
  let sort: [SortColumn]
  let id: String
  /// The column that divides the rows into sections; nil if there are none. It is the first of ``order``.
  let section: String?

  /// The columns of a key. The last is the id, in the direction of the column before it, so that an index on both can be
  /// read either way.
  package var order: [SortColumn] { sort + [sort.last?.isDescending == true ? .descending(id) : .ascending(id)] }
}
