import Espalier
import EspalierServer
import EspalierSQLite

/// A window over a table with many rows, which shows the newest first, and a button for a burst of writes.
final class BurstPage: ContainerModel {
  private let database: Database
  private let list = ContainerModel(id: "list")

  init(_ database: Database) {
    self.database = database
    super.init()
    list.children.source = FetchedSource(
      Query<BurstRow>("SELECT id, text FROM burst", sortedBy: .descending("id")), in: database)
    add(CellModel(Burst()))
    add(list)
  }

  override func didLoad() {
    on(Burst.write) { [database] page, count in
      page.task {
        for number in 0..<count {
          _ = try await database.write { try $0.run("INSERT INTO burst (text) VALUES (\(number))") }
        }
      } then: { _, _ in
      } failed: { page, error in
        page.showNotice("\(error)")
      }
    }
  }

  /// The database beside the file with the pages, with so many rows.
  static func database(_ file: String, rows: Int) -> Database {
    Database(
      file + "-burst",
      schema: """
        CREATE TABLE IF NOT EXISTS burst (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
        INSERT INTO burst (text) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT \(rows))
          SELECT 'row ' || i FROM n;
        """)
  }
}

struct Burst: Content {
  static let write = Event<Int>("burst", in: 1...100_000)
  var html: HTML { "<form \(Self.write)><input name=\"data\" type=\"number\"><button>Write</button></form>" }
}

struct BurstRow: Content, Identifiable {
  let id: Int
  let text: String
  var html: HTML { "<span>\(text)</span>" }
}
