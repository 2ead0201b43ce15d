internal import CSQLite

extension SQLitePageStore {
  /// The version of the schema that this code writes.
  static let version = 4

  /// Creates the tables, or updates those of an older version. Throws for a file of a newer version and leaves it
  /// unchanged.
  static func prepare(_ connection: Connection, _ path: String) throws(SQLiteError) {
    var version = 0
    try connection.run("PRAGMA user_version") { version = Int($0[0]) ?? 0 }
    guard version <= Self.version else {
      throw SQLiteError(
        code: SQLITE_SCHEMA,
        reason: """
          a newer version of Espalier has written this file (schema \(version); this version supports \
          \(Self.version)); run the newer version, or use another file
          """, subject: path)
    }
    try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;")
    if version == 1, try !hasColumn("tab", of: "instance", connection) { try addTabs(connection) }
    if try hasColumn("browser", of: "event", connection) { try addFingerprints(connection) }
    if try hasColumn("used", of: "instance", connection) { try forgetWallClock(connection) }
    if try hasColumn("id", of: "event", connection), try !hasColumn("age", of: "event", connection) {
      // An older server works with the column too.
      try connection.execute("ALTER TABLE event ADD COLUMN age INTEGER NOT NULL DEFAULT 0")
    }
    try connection.execute(schema)
    try connection.execute(countingAsNew)
  }

  /// The ids that an older server has saved have no age. They are the newest, because the numbers grow, and nobody knows
  /// when they came: they count as just saved.
  private static let countingAsNew = """
    UPDATE event SET age = (SELECT coalesce(max(age), 0) FROM instance) WHERE age = 0
      AND number > coalesce((SELECT number FROM event WHERE age > 0 ORDER BY number DESC LIMIT 1), 0)
    """

  /// Before version 4 the times of use came from the wall clock. Keeps their order, but counts all as used within the
  /// last day, because some of them may come from a wrong clock. An older server does not know the column's new name,
  /// so it refuses the file instead of comparing ages with its clock.
  private static func forgetWallClock(_ connection: Connection) throws(SQLiteError) {
    try connection.transaction { () throws(SQLiteError) in
      try connection.execute(
        """
        ALTER TABLE instance RENAME COLUMN used TO age;
        UPDATE instance SET age = place FROM (
          SELECT id AS other, (row_number() OVER (ORDER BY age, rowid) - 1) * 86400 / count(*) OVER () AS place
          FROM instance
        ) WHERE id = other;
        """)
    }
  }

  /// Version 1 had no tabs, and one instance for each browser. SQLite cannot change a constraint, so this copies the
  /// table.
  private static func addTabs(_ connection: Connection) throws(SQLiteError) {
    try connection.execute("PRAGMA foreign_keys = OFF")
    try connection.transaction { () throws(SQLiteError) in
      try connection.execute(
        """
        CREATE TABLE instance_2 \(instanceColumns(age: "used"));
        INSERT INTO instance_2 SELECT id, page, browser, '', used FROM instance;
        DROP TABLE instance;
        ALTER TABLE instance_2 RENAME TO instance;
        """)
    }
    try connection.execute("PRAGMA foreign_keys = ON")
  }

  /// Before version 3 an event's id and browser identified it, and all senders without a browser counted as one.
  private static func addFingerprints(_ connection: Connection) throws(SQLiteError) {
    try connection.transaction { () throws(SQLiteError) in
      try connection.execute(
        """
        ALTER TABLE event RENAME COLUMN browser TO sender;
        ALTER TABLE event ADD COLUMN fingerprint TEXT;
        """)
    }
  }

  private static func hasColumn(
    _ column: String, of table: String, _ connection: Connection
  ) throws(SQLiteError) -> Bool {
    var isThere = false
    try connection.run("SELECT 1 FROM pragma_table_info(?1) WHERE name = ?2", [table, column]) { _ in isThere = true }
    return isThere
  }

  /// The column `age` is the store's age at the instance's last use: see `StoreAge`.
  private static func instanceColumns(age: String = "age") -> String {
    """
    (
      id TEXT PRIMARY KEY, page TEXT NOT NULL, browser TEXT NOT NULL, tab TEXT NOT NULL, \(age) INTEGER NOT NULL,
      UNIQUE (page, browser, tab)
    ) STRICT
    """
  }

  /// The row with the page `~browser` has the values of a browser's services, and the secret of its cookie. It counts as
  /// used when one of the browser's pages is used. When it is deleted, the pages go too: without the secret, an old cookie
  /// would open them.
  private static let schema = """
    CREATE TABLE IF NOT EXISTS instance \(instanceColumns());
    CREATE INDEX IF NOT EXISTS instance_by_use ON instance (age);
    CREATE TABLE IF NOT EXISTS state (
      instance TEXT NOT NULL REFERENCES instance (id) ON DELETE CASCADE, key TEXT NOT NULL, value TEXT NOT NULL,
      PRIMARY KEY (instance, key)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS event (
      number INTEGER PRIMARY KEY, instance TEXT NOT NULL REFERENCES instance (id) ON DELETE CASCADE,
      id TEXT NOT NULL, sender TEXT, fingerprint TEXT, age INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX IF NOT EXISTS event_of_instance ON event (instance, number);
    DROP INDEX IF EXISTS event_of_sender;
    DROP INDEX IF EXISTS event_by_age;
    CREATE INDEX IF NOT EXISTS instance_of_browser ON instance (browser) WHERE browser != '';
    CREATE TRIGGER IF NOT EXISTS browser_is_used AFTER UPDATE OF age ON instance
      WHEN new.browser != '' AND new.page != '~browser' BEGIN
        UPDATE instance SET age = new.age
          WHERE page = '~browser' AND browser = new.browser AND tab = '' AND age < new.age - 86400;
      END;
    CREATE TRIGGER IF NOT EXISTS browser_is_gone AFTER DELETE ON instance
      WHEN old.page = '~browser' BEGIN DELETE FROM instance WHERE browser = old.browser; END;
    PRAGMA user_version = \(version);
    """
}
