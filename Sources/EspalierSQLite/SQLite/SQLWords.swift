/// The keywords and the commas of a statement, without its texts, names in quotes and comments.
struct SQLWords {
  private(set) var all: [String] = []

  init(_ sql: String) {
    var rest = Array(sql.utf8)[...]
    while let first = rest.first {
      switch first {
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): Self.skip(to: first, &rest)
      case UInt8(ascii: "["): Self.skip(to: UInt8(ascii: "]"), &rest)
      case UInt8(ascii: "-") where rest.dropFirst().first == first:
        rest = rest.drop { $0 != UInt8(ascii: "\n") }
      case UInt8(ascii: "/") where rest.dropFirst().first == UInt8(ascii: "*"): Self.skipComment(&rest)
      case _ where Self.isLetter(first):
        let word = rest.prefix(while: Self.isLetter)
        all.append(String(decoding: word, as: UTF8.self).uppercased())
        rest = rest.dropFirst(word.count)
      default:
        if first == UInt8(ascii: ",") { all.append(",") }
        rest = rest.dropFirst()
      }
    }
  }

  /// Whether each row of the statement is a row of its table. A name that is also such a keyword makes it false, which
  /// costs time but is correct.
  var isOneSelect: Bool {
    all.first == "SELECT" && all.count { $0 == "SELECT" } == 1 && Self.others.isDisjoint(with: all) && !isCommaJoin
  }

  private var isCommaJoin: Bool { all.drop { $0 != "FROM" }.prefix { $0 != "WHERE" }.contains(",") }

  private static let others: Set<String> = [
    "DISTINCT", "GROUP", "HAVING", "LIMIT", "OFFSET", "UNION", "INTERSECT", "EXCEPT", "OVER", "JOIN", "WITH", "VALUES",
    "COUNT", "SUM", "TOTAL", "AVG", "MIN", "MAX", "GROUP_CONCAT", "STRING_AGG", "JSON_GROUP_ARRAY", "JSON_GROUP_OBJECT",
    "JSONB_GROUP_ARRAY", "JSONB_GROUP_OBJECT",
  ]

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x5F
      || byte >= 0x80
  }

  private static func skip(to end: UInt8, _ rest: inout ArraySlice<UInt8>) {
    rest = rest.dropFirst().drop { $0 != end }.dropFirst()
  }

  private static func skipComment(_ rest: inout ArraySlice<UInt8>) {
    rest = rest.dropFirst(2)
    while let byte = rest.first, byte != UInt8(ascii: "*") || rest.dropFirst().first != UInt8(ascii: "/") {
      rest = rest.dropFirst()
    }
    rest = rest.dropFirst(2)
  }
}
