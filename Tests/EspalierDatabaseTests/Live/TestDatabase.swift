import EspalierTestSupport

@testable import EspalierPostgres
@testable import EspalierSQLite
@testable import EspalierTables

/// A database for tests that both kinds must pass.
enum DatabaseKind: CaseIterable { case sqlite, postgres }

/// A database of either kind, which goes with this object.
struct TestDatabase {
  let kind: DatabaseKind
  let database: Database
  private let folder: TemporaryFolder?
  private let space: PostgresSpace?

  /// `columns` has the columns of its table `thing`, behind the id.
  init(
    _ kind: DatabaseKind, thing columns: String,
    limits: DatabaseLimits = DatabaseLimits { $0.lookEvery = .milliseconds(20) }
  ) throws {
    self.kind = kind
    switch kind {
    case .sqlite:
      let folder = try TemporaryFolder()
      database = Database(
        folder.path + "/things.sqlite", schema: "CREATE TABLE thing (id INTEGER PRIMARY KEY, \(columns))",
        limits: limits)
      (self.folder, space) = (folder, nil)
    case .postgres:
      let space = try PostgresSpace("CREATE TABLE thing (id serial PRIMARY KEY, \(columns))")
      database = space.database(following: ["thing"], limits: limits)
      (folder, self.space) = (nil, space)
    }
  }

  /// Runs statements as another program does.
  func run(_ script: String) throws {
    if let space { return try space.run(script) }
    try Connection(path: database.name).execute(script)
  }

  /// The table in which the database keeps the ids of events.
  var events: String { kind == .sqlite ? "espalier_event" : "espalier.event" }
}
