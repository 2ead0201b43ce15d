import Espalier
import EspalierSQLite

/// All tables of a database file.
struct DatabaseURL: SiteURL {
  static let path = "/database"
  var at: ListAnchor?
}

/// The tables of a database file, whoever creates them.
final class DatabaseList: ContainerModel {
  private let tables: BrowsedTables
  private let note: CellModel<FileNote>

  init(_ url: DatabaseURL, _ tables: BrowsedTables, file: String) {
    self.tables = tables
    note = CellModel(FileNote(file: file))
    super.init()
    add(note)
    let list = ContainerModel(id: "tables")
    list.children.source = FetchedSource(tables.all, in: tables.database, at: url.at ?? .start)
    list.header = .earlierRows { DatabaseURL(at: $0) }
    list.footer = .laterRows { DatabaseURL(at: $0) }
    add(list)
  }

  override func didLoad() {
    listen(to: tables.all, in: tables.database) { list, tables in list.note.content.isEmpty = tables.rows.isEmpty }
  }
}
