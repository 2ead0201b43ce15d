import Espalier
import EspalierSQLite

/// A store room: two writers move boxes in a database, and the list shows what the table has.
final class LiveTable: ContainerModel {
  static let schema = """
    CREATE TABLE IF NOT EXISTS box (id INTEGER PRIMARY KEY, shelf TEXT NOT NULL, content TEXT NOT NULL);
    WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 25)
    INSERT INTO box (shelf, content)
    SELECT printf('%s-%02d', substr('ABCDEF', 1 + n * 5 % 6, 1), n * 17 % 40 + 1),
      \(StoreRoom.list)
    FROM number WHERE NOT EXISTS (SELECT 1 FROM box);
    """
  /// The same in PostgreSQL.
  static let postgresSchema: [SQL] = [
    "CREATE TABLE IF NOT EXISTS box (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, shelf text NOT NULL, content text NOT NULL)",
    SQL(
      """
      INSERT INTO box (shelf, content)
      SELECT format('%s-%s', substr('ABCDEF', 1 + n * 5 % 6, 1), lpad((n * 17 % 40 + 1)::text, 2, '0')), \(StoreRoom.list)
      FROM generate_series(1, 25) AS n WHERE NOT EXISTS (SELECT 1 FROM box)
      """ as String),
  ]

  private static let boxes = Query<BoxRow>("SELECT id, shelf, content FROM box", sortedBy: .ascending("shelf"))

  private let tables: DemoTables
  private let controls = CellModel(PlayControls())
  private var writers: [any Cancellable] = []

  init(_ tables: DemoTables, at anchor: ListAnchor? = nil) {
    self.tables = tables
    super.init()
    let rows = ContainerModel()
    rows.footer = .laterRows { LiveTableURL(at: $0) }
    rows.children.source = FetchedSource(Self.boxes, in: tables.database, at: anchor ?? .start)
    add(controls)
    add(rows)
  }

  override func didLoad() {
    on(PlayControls.play) { list, isPlaying in list.play(isPlaying) }
  }

  /// Starts the two writers, or stops them. They rest while nobody looks.
  private func play(_ isPlaying: Bool) {
    controls.content.isPlaying = isPlaying
    for writer in writers { writer.cancel() }
    writers = []
    guard isPlaying else { return }
    let room = StoreRoom(database: tables.database)
    for pause in [242, 111] {
      let pause = waiting(.milliseconds(pause))
      writers.append(
        listen(whileViewed: { room.moves(every: pause) }) { list, moved in list.controls.content.moves += moved })
    }
  }
}

/// The list, around one of its boxes.
struct LiveTableURL: SiteURL {
  static let path = "/live-table"
  var at: ListAnchor?
}
