import Espalier

/// How the server would run a statement, as EXPLAIN says in JSON
/// (https://www.postgresql.org/docs/current/sql-explain.html).
struct ExplainedPlan {
  struct Name: Hashable {
    let schema, table: String
  }

  /// The tables that it reads.
  private(set) var tables: Set<Name> = []
  /// The tables that it reads from the start to the end.
  private(set) var scanned: Set<String> = []
  /// The most rows that it expects to sort.
  private(set) var sorted = 0
  /// Whether it reads something that may depend on other tables.
  private(set) var isUnsure = false
  /// Whether each row of the result is a row of its table: nothing is joined, grouped, counted or left out by number.
  private(set) var isOnlyScan = true
  /// How rows of one table are read, filtered and ordered, whatever index there is.
  private static let scans: Set<String> = [
    "Append", "Bitmap Heap Scan", "Bitmap Index Scan", "BitmapAnd", "BitmapOr", "Gather", "Gather Merge",
    "Index Only Scan",
    "Index Scan", "Merge Append", "Seq Scan", "Sort", "Tid Range Scan", "Tid Scan",
  ]

  init(_ text: String) {
    guard let json = try? JSON(parsing: Array(text.utf8), depth: 200, trusted: true) else {
      (isUnsure, isOnlyScan) = (true, false)
      return
    }
    add(json)
  }

  private mutating func add(_ json: JSON) {
    switch json {
    case .array(let elements): for element in elements { add(element) }
    case .object(let object):
      let kind = object["Node Type"]?.text
      if let table = object["Relation Name"]?.text {
        tables.insert(Name(schema: object["Schema"]?.text ?? "public", table: table))
        if kind == "Seq Scan" { scanned.insert(table) }
      }
      if kind == "Sort", case .int(let rows)? = object["Plan Rows"] { sorted = max(sorted, Int(rows)) }
      if let kind, !Self.scans.contains(kind) { isOnlyScan = false }
      // A SELECT inside of the query.
      if object["Parent Relationship"]?.text?.hasSuffix("Plan") == true { isOnlyScan = false }
      isUnsure = isUnsure || kind?.hasSuffix("Function Scan") == true || kind == "Foreign Scan"
      for name in ["Plan", "Plans"] { if let inner = object[name] { add(inner) } }
    default: break
    }
  }
}
