import EspalierHTTP
import EspalierLocks
import EspalierTestSupport
import Foundation
import Testing

@testable import Espalier
@testable import EspalierPostgres
@testable import EspalierTables

/// Statements, values and transactions of PostgreSQL.
@Suite struct PostgresTests {
  private struct Everything: Codable, Equatable, Sendable {
    var id: Int
    var flag: Bool
    var small: Int16
    var number: Double
    var price: String
    var name: String
    var code: String
    var at: Date
    var day: Date
    var dayText: String
    var bytes: [UInt8]
    var document: String
    var none: String?
  }

  private static let everything = """
    CREATE TABLE everything (
      id bigint PRIMARY KEY, flag boolean, small smallint, number double precision, price numeric, name text,
      code uuid, at timestamptz, day date, bytes bytea, document jsonb, none text)
    """

  @Test func `each value comes back as it went`() async throws {
    let space = try PostgresSpace(Self.everything)
    let database = space.database()
    let row = Everything(
      id: .max, flag: true, small: -7, number: 0.1, price: "12345678901234567890.10", name: "O'Neil \\ \"é\" 🙂\n",
      code: "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", at: Date(timeIntervalSince1970: 1_772_366_400.123456),
      day: Date(timeIntervalSince1970: 1_772_323_200), dayText: "2026-03-01", bytes: [0, 255, 92],
      document: #"{"a": [1, null]}"#, none: nil)
    try await database.write { [row] in
      try $0.run(
        """
        INSERT INTO everything VALUES (\(row.id), \(row.flag), \(row.small), \(row.number), \(row.price), \(row.name),
          \(row.code), \(row.at), \(row.day), \(row.bytes), \(row.document), \(row.none))
        """)
    }
    let sql: SQL =
      "SELECT *, day AS \"dayText\" FROM everything WHERE at = \(row.at) AND document ? 'a' AND flag = \(true)"
    #expect(try await database.rows(sql, as: Everything.self) == [row])
    #expect(try await database.rows("SELECT 'NaN'::float8", as: Double.self).first?.isNaN == true)
    #expect(try await database.rows("SELECT '-Infinity'::float8", as: Double.self) == [-.infinity])
    // PostgreSQL counts microseconds.
    for text in ["1969-12-31 23:59:59.999999+00", "0044-03-15 12:00:00.000000+00 BC", "12026-01-01 00:00:00.500000+00"]
    {
      let seconds = try #require(PostgresMoment.seconds(text))
      #expect(PostgresMoment.text(seconds) == text)
      let read = try await database.rows("SELECT extract(epoch FROM \(text)::timestamptz)::float8", as: Double.self)
      #expect(read == [seconds])
    }
  }

  @Test(arguments: seeds(500))
  func `numbers of any size compare as PostgreSQL compares them`(seed: Int) throws {
    var random = SeededRandom(state: UInt64(seed))
    func digits(_ most: Int) -> String {
      String(
        (0..<Int.random(in: 0...most, using: &random)).map { _ in "0123456789".randomElement(using: &random) ?? "0" })
    }
    func number() -> Decimal? {
      Decimal(string: (Bool.random(using: &random) ? "-" : "") + "0" + digits(12) + "." + digits(5) + "0")
    }
    let (one, other) = (try #require(number()), try #require(number()))
    let expected = one == other ? 0 : one < other ? -1 : 1
    #expect(Collation.decimal.compare("\(one)", "\(other)") == expected)
    #expect(Collation.decimal.compare("\(one)", "NaN") == -1 && Collation.decimal.compare("-Infinity", "\(one)") == -1)
  }

  @Test func `errors name the database, the statement, the code and a remedy`() async throws {
    let space = try PostgresSpace("CREATE TABLE one (id int PRIMARY KEY)")
    let database = space.database(limits: DatabaseLimits { $0.longestQuery = .milliseconds(100) })
    let errors: [(sql: SQL, code: DatabaseError.Code, state: String)] = [
      ("SELECT 1 FROM nothing", .noTable, "42P01"), ("SELECT nothing FROM one", .noColumn, "42703"),
      ("SELECT \(1) IS NULL", .parameters, "42P18"), ("SELEC 1", .statement, "42601"),
      ("SELECT pg_sleep(2)::text", .tooSlow, "57014"), ("SELECT id FROM one WHERE id = \("x")", .parameters, "22P02"),
    ]
    for (sql, code, state) in errors {
      let error = await #expect(throws: DatabaseError.self) { try await database.rows(sql, as: Int.self) }
      #expect(error?.code == code && error?.number == "SQLSTATE \(state)", "\(sql.text): \(error?.description ?? "")")
      #expect(error?.description.contains("test_") == true && error?.description.contains("; ") == true)
    }
    let twice = await #expect(throws: DatabaseError.self) {
      try await database.write { try $0.run("INSERT INTO one VALUES (1), (1)") }
    }
    #expect(twice?.code == .constraint && twice?.number == "SQLSTATE 23505")
    let zero = await #expect(throws: DatabaseError.self) {
      try await database.rows("SELECT \("a\0b")::text", as: String.self)
    }
    #expect(zero?.code == .parameters)
    let gone = Database(postgres: "postgresql://espalier@127.0.0.1:1/none")
    let unreadable = await #expect(throws: DatabaseError.self) { try await gone.rows("SELECT 1", as: Int.self) }
    #expect(unreadable?.code == .unreadable && unreadable?.description.contains("127.0.0.1:1/none") == true)
  }

  @Test func `an event is written once, also by two nodes at the same time`() async throws {
    let space = try PostgresSpace("CREATE TABLE entry (id serial)")
    let nodes = [space.database(), space.database()]
    let results = try await withThrowingTaskGroup { group in
      for number in 0..<40 {
        group.addTask {
          try await nodes[number % 2].write(once: "event \(number / 4)") {
            try $0.run("INSERT INTO entry DEFAULT VALUES")
          }
        }
      }
      return try await group.reduce(into: [Int?]()) { $0.append($1) }
    }
    #expect(results.count { $0 == 1 } == 10 && results.count { $0 == nil } == 30)
    #expect(try space.rows("SELECT count(*) FROM entry") == [["10"]])
    // Ids are kept by time, and a failed transaction keeps none.
    try space.run("UPDATE espalier.event SET at = now() - interval '3 minutes'")
    await #expect(throws: DatabaseError.self) { try await nodes[0].write(once: "new") { try $0.run("SELECT 1/0") } }
    #expect(try await nodes[0].write(once: "new") { _ in true } == true)
    #expect(try space.rows("SELECT count(*) FROM espalier.event") == [["7"]])
  }

  @Test func `transactions that were in each other's way run again`() async throws {
    let space = try PostgresSpace(
      "CREATE TABLE account (id int PRIMARY KEY, money int); INSERT INTO account VALUES (1, 100), (2, 100)")
    let database = space.database()
    let runs = Lock(0)
    for _ in 0..<10 {
      try await withThrowingTaskGroup { group in
        for (one, other) in [(1, 2), (2, 1)] {
          group.addTask {
            try await database.write { data in
              runs.withLock { $0 += 1 }
              try data.run("SET LOCAL deadlock_timeout = '10ms'")
              try data.run("UPDATE account SET money = money - 1 WHERE id = \(one)")
              try data.run("SELECT pg_sleep(0.005)")
              try data.run("UPDATE account SET money = money + 1 WHERE id = \(other)")
            }
          }
        }
        try await group.waitForAll()
      }
    }
    #expect(runs.withLock { $0 } > 20)
    #expect(try space.rows("SELECT money FROM account ORDER BY id") == [["100"], ["100"]])
  }

  @Test func `an error that the work catches still ends its transaction`() async throws {
    let space = try PostgresSpace("CREATE TABLE one (id int PRIMARY KEY)")
    let database = space.database()
    let error = await #expect(throws: DatabaseError.self) {
      try await database.write { data in
        try data.run("INSERT INTO one VALUES (1)")
        _ = try? data.run("INSERT INTO one VALUES (1)")
      }
    }
    #expect(error?.number == "SQLSTATE 25P02")
    #expect(try space.rows("SELECT count(*) FROM one") == [["0"]])
    // The connection can be used again.
    #expect(try await database.write { try $0.run("INSERT INTO one VALUES (1)") } == 1)
  }

  @Test func `a connection that was ended is opened again`() async throws {
    let space = try PostgresSpace("CREATE TABLE one (id int PRIMARY KEY)")
    let database = space.database()
    #expect(try await database.rows("SELECT count(*) FROM one", as: Int.self) == [0])
    try await database.write { try $0.run("INSERT INTO one VALUES (1)") }
    try space.run(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    let others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    try await until { try space.rows(others) == [["0"]] }
    #expect(try await database.rows("SELECT count(*) FROM one", as: Int.self) == [1])
    #expect(try await database.write { try $0.run("INSERT INTO one VALUES (2)") } == 1)
  }
}
