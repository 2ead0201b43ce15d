import Espalier
import EspalierServer
import EspalierSQLite

/// Notes each entry in all places where a site can keep something: in the page, in a service and, as two rows, in a
/// database. A test finds entries that are missing in one of them, or are there twice.
final class EverywherePage: ContainerModel {
  /// How often each entry was posted, on all pages.
  final class Tally: Sendable {
    let counts = Signal<[String: Int]>([:])
  }

  private let cell = CellModel(Entry())
  private let database: Database
  private var counts: [String: Int] = [:]

  init(_ database: Database) {
    self.database = database
    super.init()
  }

  /// The database beside the file with the pages.
  static func database(_ file: String) -> Database {
    Database(
      file + "-rows",
      schema: "CREATE TABLE IF NOT EXISTS entry (id INTEGER PRIMARY KEY, text TEXT NOT NULL, half INTEGER NOT NULL)")
  }

  override func didLoad() {
    persist(\.counts, as: "counts")
    cell.content.total = counts.count
    add(cell)
    on(Entry.put) { page, entry in
      page.counts[entry, default: 0] += 1
      page.cell.content.total = page.counts.count
      page.service(Tally.self)?.counts.update { $0[entry, default: 0] += 1 }
      for half in 1...2 {
        page.write(to: page.database) { try $0.run("INSERT INTO entry (text, half) VALUES (\(entry), \(half))") }
      }
    }
  }
}
