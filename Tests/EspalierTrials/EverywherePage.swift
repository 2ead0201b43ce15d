import Espalier
import EspalierServer
import EspalierSQLite

/// Notes each entry in all places where a site can keep something: in the page, in a service and, as two rows, in a
/// database. A test finds entries that are missing in one of them, or are there twice.
final class EverywherePage<Number: Count>: ContainerModel {
  /// How often each entry was posted, on all pages.
  final class Tally: Sendable {
    let counts = Signal<[String: Number]>([:])

    /// Names what of it is saved. An entry that cannot be read stays.
    static func persist(_ tally: inout Provided<Tally>) {
      tally.persist(
        \.counts, as: "counts", version: Number.version, migrations: Number.migrations, onUnreadable: .keep)
    }
  }

  private let cell = CellModel(Entry())
  private let database: Database
  private var counts: [String: Number] = [:]

  init(_ database: Database) {
    self.database = database
    super.init()
  }

  override func didLoad() {
    persist(\.counts, as: "counts", version: Number.version, migrations: Number.dictionaryMigrations)
    cell.content.total = counts.count
    add(cell)
    on(Entry.put) { page, entry in
      page.counts[entry, default: Number()].add()
      page.cell.content.total = page.counts.count
      page.service(Tally.self)?.counts.update { $0[entry, default: Number()].add() }
      for half in 1...2 {
        page.write(to: page.database) { try $0.run("INSERT INTO entry (text, half) VALUES (\(entry), \(half))") }
      }
    }
  }
}

extension Database {
  /// The database beside the file with the pages.
  static func entries(beside file: String) -> Database {
    Database(
      file + "-rows",
      schema: "CREATE TABLE IF NOT EXISTS entry (id INTEGER PRIMARY KEY, text TEXT NOT NULL, half INTEGER NOT NULL)")
  }
}
