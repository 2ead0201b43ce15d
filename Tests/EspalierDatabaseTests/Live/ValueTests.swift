import EspalierTestSupport
import Foundation
import Testing

@testable import EspalierSQLite
@testable import EspalierTables

/// Values of SQL: their order, their equality, and how Swift values become parameters and come back.
@Suite struct ValueTests {
  private let folder: TemporaryFolder
  private let database: Database

  init() throws {
    folder = try TemporaryFolder()
    database = Database(
      folder.path + "/values.sqlite", schema: "CREATE TABLE IF NOT EXISTS thing (id INTEGER PRIMARY KEY, value)")
  }

  struct Everything: Codable, Hashable, Sendable {
    enum Kind: String, Codable { case plain, rare }
    var id = 1
    var name = "O'Neil\u{0}; DROP TABLE thing"
    var size = 1.5
    var isNew = true
    var absent: Int?
    var kind = Kind.rare
    var born = Date(timeIntervalSince1970: 1_000_000)
    var picture = Data([0, 255, 39])
    var key = UUID()
    var small: UInt8 = 200
  }

  @Test func `each type of SQL is bound and decoded`() async throws {
    let one = Everything()
    let rows = try await database.rows(
      """
      SELECT \(one.id) AS id, \(one.name) AS name, \(one.size) AS size, \(one.isNew) AS isNew, \(one.absent) AS absent,
        \(one.kind) AS kind, \(one.born) AS born, \(one.picture) AS picture, \(one.key) AS key, \(one.small) AS small
      """, as: Everything.self)
    #expect(rows == [one])
  }

  @Test func `a date is stored as seconds since 1970, and read from the texts of SQLite, too`() async throws {
    struct Dated: Codable { var at: Date }
    let moment = Date(timeIntervalSince1970: 1_709_210_096)
    #expect(
      try await database.rows("SELECT typeof(\(moment)) || CAST(\(moment) AS INTEGER)", as: String.self) == [
        "real1709210096"
      ])
    for text in [
      "2024-02-29 12:34:56", "2024-02-29T12:34:56Z", "2024-02-29 14:34:56.000+02:00", "2024-02-29T07:04:56-05:30",
    ] {
      #expect(try await database.rows("SELECT \(text) AS at", as: Dated.self).first?.at == moment, "\(text)")
    }
    #expect(
      try await database.rows("SELECT '1969-12-31' AS at", as: Dated.self).first?.at
        == Date(timeIntervalSince1970: -86_400))
    for text in ["yesterday", "2024-13-01", "2024-02-29 25:00", "2024-02-29 12:34:56+99:00", "2024-02-29 12:34:56."] {
      await #expect(throws: DatabaseError.self, "\(text)") {
        try await database.rows("SELECT \(text) AS at", as: Dated.self)
      }
    }
  }

  @Test func `the days of an ISO date are those of SQLite`() async throws {
    for year in stride(from: 0, through: 9999, by: 97) {
      let text = "0000".dropLast("\(year)".count) + "\(year)-\(year % 9 + 1 < 10 ? "0" : "")\(year % 9 + 1)-28"
      let theirs = try await database.rows("SELECT CAST(strftime('%s', \(String(text))) AS INTEGER)", as: Int.self)
      #expect(ISODate.seconds(String(text)) == theirs.first.map(Double.init), "\(text)")
    }
  }

  @Test func `a value of several parts is refused when the statement runs`() async throws {
    let error = await #expect(throws: DatabaseError.self) {
      try await database.rows("SELECT \(Everything())", as: Int.self)
    }
    #expect(error?.code == .parameters)
    #expect(error?.reason == "parameter 1: Everything is neither a number, a text, a Date nor bytes")
  }

  @Test(arguments: [
    ("SELECT 1 AS id", DatabaseError.Code.noColumn, "there is no column name"),
    ("SELECT 'x' AS id, 1 AS name", .decoding, "the column id has a text, which is no Int"),
    ("SELECT 300 AS small", .decoding, "the column small has an integer, which is no UInt8"),
    ("SELECT 1.0 AS small", .decoding, "the column small has a real, which is no UInt8"),
    ("SELECT NULL AS small", .decoding, "the column small has NULL, which is no UInt8"),
  ])
  func `a row that does not decode names the column`(sql: String, code: DatabaseError.Code, reason: String) async throws
  {
    struct Small: Codable { var small: UInt8 }
    let error = await #expect(throws: DatabaseError.self) {
      if sql.contains("small") {
        _ = try await database.rows(SQL(sql), as: Small.self)
      } else {
        _ = try await database.rows(SQL(sql), as: Everything.self)
      }
    }
    #expect(error?.code == code && error?.reason == reason && error?.statement == sql)
  }

  /// Pitfall 4: Swift's `<` and `==` on strings are not SQLite's.
  @Test func `values compare as SQLite compares them`() async throws {
    let texts = ["e\u{301}", "\u{e9}", "z", "\u{1F600}", "\u{FB01}", "Z", "a", "", "a ", "A  ", "a\u{0}b", "[", "É"]
    let numbers: [SQLValue] = [
      .integer(.max), .integer(.min), .integer(0), .integer(9_007_199_254_740_993), .real(9_007_199_254_740_992),
      .real(-0.5),
      .real(0.5), .real(1e300), .real(-1e300), .real(.infinity), .real(9.223372036854775807e18), .integer(1), .real(1),
    ]
    let values = texts.map(SQLValue.text) + numbers + [.null, .blob([]), .blob([0]), .blob([0, 1]), .blob([255])]
    #expect(
      SQLValue.text("e\u{301}") != .text("\u{e9}") && Set([SQLValue.text("e\u{301}"), .text("\u{e9}")]).count == 2)
    for collation in [Collation.binary, .nocase, .rtrim] {
      for one in values {
        for other in values where one != .null && other != .null {
          let theirs = try await database.rows(
            SQL(
              "SELECT (?1 > ?2 COLLATE \(collation.rawValue)) - (?1 < ?2 COLLATE \(collation.rawValue))", [one, other]),
            as: Int.self)
          #expect(theirs == [one.compare(to: other, collation)], "\(one) \(other) \(collation)")
        }
        #expect(SQLValue.null.compare(to: one, collation) == (one == .null ? 0 : -1))
      }
    }
  }

  @Test func `a value describes itself as SQL writes it`() async throws {
    let values: [SQLValue] = [
      "O'Neil", 1, .real(2.5), nil, .blob([0, 255]), .real(.infinity), .real(-.infinity), .real(.nan),
    ]
    #expect(values.map(\.description) == ["'O''Neil'", "1", "2.5", "NULL", "x'00ff'", "9e999", "-9e999", "NULL"])
    for value in values {
      let types = try await database.rows(SQL("SELECT \(value.description) IS ?", [value]), as: Bool.self)
      #expect(types == [true], "\(value)")
    }
  }

  @Test func `each number has one place in the order, also NaN, which has a text as part of a key`() throws {
    let ordered: [SQLValue] = [
      nil, .real(-.infinity), .real(-1e300), .integer(.min), .real(-1), .integer(0), .real(0.5), .integer(.max),
      .real(1e300), .real(.infinity), .real(.nan), "", .blob([]),
    ]
    for (index, one) in ordered.enumerated() {
      for (place, other) in ordered.enumerated() {
        let order = index == place ? 0 : index < place ? -1 : 1
        #expect(one.compare(to: other, .binary) == order && (one == other) == (order == 0), "\(one) \(other)")
      }
      let key = try #require(RowKey(text: RowKey([one, 1]).text))
      #expect(key.values[0].compare(to: one, .binary) == 0 && key.values[1] == 1)
    }
    #expect(Set([SQLValue.real(.nan), .real(-.nan), .real(0), .real(-0.0)]).count == 2)
  }
}
