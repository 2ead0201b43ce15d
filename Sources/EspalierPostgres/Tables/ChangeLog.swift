/// The log of changed rows, in the schema `espalier` of the database.
///
/// - Each followed table has triggers that write one entry for a statement: its transaction, the table, and the rows before
///   and after it. A reader compares the transaction of each entry with the snapshot of its last look. Numbers of a sequence
///   would not do: a transaction may take its number early and commit late.
/// - The log is four tables in turn, each for 40 seconds. A table is emptied before its next turn. The tables are UNLOGGED:
///   they write no WAL, and a crash empties them. All connections are new then, so all windows are read again.
/// - While nobody looks, the triggers write nothing. The sequence `watched` has the time, in seconds since 1970, until which
///   they write, and `change_turn` says which table has its turn. Sequences belong to no transaction, so a trigger
///   sees what they are now, however old its transaction is.
enum ChangeLog {
  /// Another number with each change of the script.
  private static let version = "espalier 2"
  /// For how many seconds each table has its turn.
  private static let turnSeconds = 40
  private static let tableCount = 4
  /// For how many seconds the triggers write after a reader has asked for it.
  private static let watchSeconds = 60
  /// How often a reader asks again.
  static let watchEvery = Duration.seconds(10)
  /// A reader that has not looked for this time reads all windows again. It is shorter than an entry stays in the log, which
  /// is at least three turns.
  static let longestPause = Duration.seconds(30)
  /// Keeps two servers from making the same things at the same time.
  static let lock = "SELECT pg_advisory_xact_lock(7205759403792793)"

  /// Makes the log, and lets `role`, a quoted name, use it.
  static func script(for role: String) -> String {
    """
    CREATE SCHEMA IF NOT EXISTS espalier;
    \((0..<tableCount).map(table).joined(separator: "\n"))
    \(quickCompression)
    CREATE TABLE IF NOT EXISTS espalier.change_turn_began (is_only boolean PRIMARY KEY CHECK (is_only), at timestamptz, oldest xid8);
    INSERT INTO espalier.change_turn_began VALUES (true, now(), pg_snapshot_xmin(pg_current_snapshot()))
      ON CONFLICT DO NOTHING;
    CREATE SEQUENCE IF NOT EXISTS espalier.watched MINVALUE 0 START 0;
    CREATE SEQUENCE IF NOT EXISTS espalier.change_turn MINVALUE 0 START 0;
    \(eventTable)
    \(watchChanges)
    \(noteChange)
    COMMENT ON FUNCTION espalier.note_change() IS '\(version)';
    \(rights(for: role))
    """
  }

  /// The table of the ids of events.
  static let eventTable = """
    CREATE TABLE IF NOT EXISTS espalier.event (id text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());
    CREATE INDEX IF NOT EXISTS event_at ON espalier.event (at);
    """

  private static func rights(for role: String) -> String {
    """
    GRANT USAGE ON SCHEMA espalier TO \(role);
    GRANT SELECT, INSERT, UPDATE, DELETE ON espalier.event TO \(role);
    GRANT SELECT ON \(tableNames) TO \(role);
    REVOKE ALL ON FUNCTION espalier.watch_changes(), espalier.note_change() FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION espalier.watch_changes(), espalier.note_change() TO \(role);
    """
  }

  private static func table(_ number: Int) -> String {
    """
    CREATE UNLOGGED TABLE IF NOT EXISTS espalier.row_change_\(number) (
      xid xid8 NOT NULL DEFAULT pg_current_xact_id(), relation oid NOT NULL, before json, after json);
    CREATE INDEX IF NOT EXISTS row_change_\(number)_xid ON espalier.row_change_\(number) (xid);
    """
  }

  /// LZ4 compresses the rows of large statements in less time, so their writers wait less. A server that was built without
  /// it compresses them as usual.
  private static let quickCompression = """
    DO $body$ BEGIN
      FOR number IN 0..\(tableCount - 1) LOOP
        EXECUTE format('ALTER TABLE espalier.row_change_%s ALTER before SET COMPRESSION lz4, ALTER after SET COMPRESSION lz4', number);
      END LOOP;
    EXCEPTION WHEN feature_not_supported THEN
      NULL;
    END $body$;
    """

  /// Lets the triggers write for another while. Returns whether they wrote until now.
  ///
  /// It begins the next turn if the last one is over. Then it empties a table whose transactions had all ended when the last
  /// turn began, so every reader that still trusts the log has seen them. If somebody reads that table for long, the turn
  /// waits. When nobody has looked for a while, nobody needs any entry.
  private static let watchChanges = """
    CREATE OR REPLACE FUNCTION espalier.watch_changes() RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = pg_catalog, pg_temp AS $body$
    DECLARE
      seconds bigint := extract(epoch FROM clock_timestamp());
      was_watched boolean;
      next bigint;
      last_oldest xid8;
      is_needed boolean;
    BEGIN
      SELECT is_called AND last_value > seconds INTO was_watched FROM espalier.watched;
      PERFORM setval('espalier.watched', seconds + \(watchSeconds));
      BEGIN
        PERFORM set_config('lock_timeout', '50ms', true);
        IF NOT was_watched THEN
          TRUNCATE \(tableNames);
        END IF;
        SELECT oldest INTO last_oldest FROM espalier.change_turn_began
          WHERE at < now() - interval '\(turnSeconds) seconds' FOR UPDATE;
        IF FOUND THEN
          SELECT last_value + 1 INTO next FROM espalier.change_turn;
          EXECUTE format('SELECT EXISTS (SELECT FROM espalier.row_change_%s WHERE xid >= $1)', next % \(tableCount))
            INTO is_needed USING last_oldest;
          IF NOT is_needed THEN
            EXECUTE format('TRUNCATE espalier.row_change_%s', next % \(tableCount));
            PERFORM setval('espalier.change_turn', next);
          END IF;
          UPDATE espalier.change_turn_began SET at = now(), oldest = pg_snapshot_xmin(pg_current_snapshot());
        END IF;
      EXCEPTION WHEN lock_not_available THEN
        NULL;
      END;
      RETURN was_watched;
    END $body$;
    """

  private static var tableNames: String { (0..<tableCount).map { "espalier.row_change_\($0)" }.joined(separator: ", ") }

  /// Writes what a statement has changed. The argument of the trigger is how many rows are written down; of a statement that
  /// changes more, only the table is.
  ///
  /// Readers must get each value exactly. Most writers have settings that say values exactly; of the others the settings are
  /// changed for a moment. A `SET` of the function would do the same, but it costs each statement of every writer.
  private static let noteChange = """
    CREATE OR REPLACE FUNCTION espalier.note_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = pg_catalog, pg_temp AS $body$
    DECLARE
      most integer := TG_ARGV[0];
      dates text := current_setting('DateStyle');
      intervals text := current_setting('IntervalStyle');
      digits text := current_setting('extra_float_digits');
      is_exact boolean := dates LIKE 'ISO%' AND intervals = 'postgres' AND digits::integer >= 1;
      number bigint;
      old_rows json;
      new_rows json;
    BEGIN
      IF (SELECT last_value FROM espalier.watched) < extract(epoch FROM clock_timestamp()) THEN
        RETURN NULL;
      END IF;
      IF TG_OP = 'INSERT' THEN
        SELECT count(*) INTO number FROM espalier_new;
      ELSIF TG_OP <> 'TRUNCATE' THEN
        SELECT count(*) INTO number FROM espalier_old;
      END IF;
      IF number = 0 THEN
        RETURN NULL;
      END IF;
      IF NOT is_exact THEN
        PERFORM set_config('DateStyle', 'ISO, YMD', true), set_config('IntervalStyle', 'postgres', true),
          set_config('extra_float_digits', '1', true);
      END IF;
      IF number <= most AND TG_OP <> 'INSERT' THEN
        SELECT json_agg(changed) INTO old_rows FROM espalier_old AS changed;
      END IF;
      IF number <= most AND TG_OP <> 'DELETE' THEN
        SELECT json_agg(changed) INTO new_rows FROM espalier_new AS changed;
      END IF;
      IF NOT is_exact THEN
        PERFORM set_config('DateStyle', dates, true), set_config('IntervalStyle', intervals, true),
          set_config('extra_float_digits', digits, true);
      END IF;
      CASE (SELECT last_value FROM espalier.change_turn) % \(tableCount)
        \((0..<tableCount).map(insert).joined(separator: "\n    "))
      END CASE;
      RETURN NULL;
    END $body$;
    """

  private static func insert(_ number: Int) -> String {
    """
    WHEN \(number) THEN
          INSERT INTO espalier.row_change_\(number) (relation, before, after) VALUES (TG_RELID, old_rows, new_rows);
    """
  }

  /// The triggers of a table. `name` is how SQL writes it.
  static func triggers(on name: String, most: Int) -> String {
    func trigger(_ event: String, _ references: String) -> String {
      """
      CREATE OR REPLACE TRIGGER espalier_\(event.lowercased()) AFTER \(event) ON \(name)\(references)
        FOR EACH STATEMENT EXECUTE FUNCTION espalier.note_change(\(most));
      """
    }
    return [
      trigger("INSERT", " REFERENCING NEW TABLE AS espalier_new"),
      trigger("UPDATE", " REFERENCING OLD TABLE AS espalier_old NEW TABLE AS espalier_new"),
      trigger("DELETE", " REFERENCING OLD TABLE AS espalier_old"),
      trigger("TRUNCATE", ""),
    ].joined(separator: "\n")
  }

  /// The tables to follow, with their partitions. `$1` has the names, `$2` the argument of the triggers. Each row is the table
  /// as SQL writes it, NULL if it is missing; whether its triggers are missing, on or off; the given name; and the number
  /// of the whole table.
  static let followed = """
    SELECT tree.relid::regclass, (
        SELECT CASE WHEN count(*) < 4 THEN 'missing' WHEN bool_and(tgenabled IN ('O', 'A')) THEN 'on' ELSE 'off' END
          FROM pg_trigger WHERE tgrelid = tree.relid AND tgname LIKE 'espalier\\_%'
            AND encode(tgargs, 'escape') = $2 || '\\000'), named.name, tree.root
      FROM unnest($1::text[]) AS named (name)
      LEFT JOIN LATERAL (
        SELECT relid, top.root FROM (
            SELECT coalesce(pg_partition_root(to_regclass(named.name)), to_regclass(named.name))::oid AS root) AS top,
          LATERAL (SELECT relid FROM pg_partition_tree(top.root) UNION SELECT top.root) AS parts
        WHERE relid IS NOT NULL) AS tree ON true
    """

  /// Whether there is a log of this version that this role may use.
  static let isUsable = """
    SELECT coalesce(obj_description(to_regprocedure('espalier.note_change()'), 'pg_proc') = '\(version)'
      AND has_schema_privilege(to_regnamespace('espalier'), 'USAGE')
      AND has_function_privilege(to_regprocedure('espalier.watch_changes()'), 'EXECUTE')
      AND has_table_privilege(to_regclass('espalier.row_change_0'), 'SELECT'), false)
    """

  /// What is in the log and a snapshot, `$1`, has not seen. A change of a partition is one of its table. If a table has more
  /// than `$2` bytes of changes, they are left out: the windows are read again instead.
  static let changes = """
    SELECT xid, whole, CASE WHEN size <= $2::bigint THEN before END, CASE WHEN size <= $2::bigint THEN after END FROM (
      SELECT *, sum(coalesce(pg_column_size(before), 0) + coalesce(pg_column_size(after), 0)) OVER (PARTITION BY whole) AS size
        FROM (SELECT *, coalesce(pg_partition_root(relation), relation)::oid AS whole FROM (
          \((0..<tableCount).map { "SELECT * FROM espalier.row_change_\($0)" }.joined(separator: " UNION ALL "))) AS log
        WHERE xid >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, $1::pg_snapshot)
          AND pg_visible_in_snapshot(xid, pg_current_snapshot())) AS new) AS measured
    """

  /// A text that changes with the schema, the triggers or the indexes of a table. `$1` has the tables.
  static let schemas = """
    SELECT asked.id, hashtextextended(concat(
        (SELECT concat(xmin, relkind, relrowsecurity, relname) FROM pg_class WHERE oid = asked.id),
        (SELECT string_agg(concat(attnum, ' ', xmin), ',' ORDER BY attnum) FROM pg_attribute WHERE attrelid = asked.id),
        (SELECT string_agg(concat(oid, ' ', xmin), ',' ORDER BY oid) FROM pg_trigger WHERE tgrelid = asked.id),
        (SELECT string_agg(concat(indexrelid, ' ', xmin), ',' ORDER BY indexrelid) FROM pg_index
          WHERE indrelid = asked.id),
        (SELECT string_agg(concat(inhrelid, ' ', xmin), ',' ORDER BY inhrelid) FROM pg_inherits
          WHERE inhparent = asked.id OR inhparent IN (SELECT relid FROM pg_partition_tree(asked.id)))), 0)
      FROM unnest($1::oid[]) AS asked (id)
    """
}
