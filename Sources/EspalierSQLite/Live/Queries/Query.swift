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
/// If the statement reads one table, its id is the table's INTEGER PRIMARY KEY, and it has no join, DISTINCT, GROUP BY
/// or subquery, then each change is followed row by row. Otherwise the open windows are read again when one of its
/// tables changes.
public struct Query<Row: Decodable & Sendable>: Hashable, Sendable {
  let text: QueryText

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
public struct SortColumn: Hashable, Sendable {
  let column: String
  let isDescending: Bool

  /// Small values first; NULL is the smallest.
  public static func ascending(_ column: String) -> SortColumn { SortColumn(column: column, isDescending: false) }

  /// Large values first; NULL is the smallest.
  public static func descending(_ column: String) -> SortColumn { SortColumn(column: column, isDescending: true) }
}

/// A query without the type of its rows.
struct QueryText: Hashable, Sendable {
  let sql: SQL
  let sort: [SortColumn]
  let id: String
  let section: String?
}
