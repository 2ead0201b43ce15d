/// The log of changed rows, in the schema `espalier` of the database.
///
/// - Each followed table has triggers that write one row for a statement into the log: its transaction, the table, and the
///   rows before and after it. A reader finds by the snapshot of its last look what it has not seen. A sequence number would
///   miss a transaction that took its number early and commits late.
/// - The log is four tables in turn, each for 40 seconds. A table is emptied before its next turn. They are not logged
///   themselves: after a crash of the server all connections are new, and all windows are read again.
/// - While nobody looks, nothing is written. The sequence `watched` says until when somebody looks, and the sequence
///   `change_turn` which table has its turn. Sequences belong to no transaction, so a trigger sees what they are now, however old its
///   transaction is.
enum ChangeLog {
  /// For how many seconds each table has its turn.
  static let turn = 40
  static let tables = 4
  /// For how long a look lets the triggers write, and how often that is repeated.
  static let watch = 60
  static let watchAgain = Duration.seconds(10)
  /// A reader that has not looked for so long may have missed something.
  static let reach = Duration.seconds(30)
  /// Keeps two servers from making the same things at the same time.
  static let lock = "SELECT pg_advisory_xact_lock(7205759403792793)"

  /// Makes what belongs to no table. `role` may use it.
  static func script(for role: String) -> String {
    """
    CREATE SCHEMA IF NOT EXISTS espalier;
    \((0..<tables).map(table).joined(separator: "\n"))
    CREATE TABLE IF NOT EXISTS espalier.change_turn_began (is_only boolean PRIMARY KEY CHECK (is_only), at timestamptz);
    INSERT INTO espalier.change_turn_began VALUES (true, now()) ON CONFLICT DO NOTHING;
    CREATE SEQUENCE IF NOT EXISTS espalier.watched MINVALUE 0 START 0;
    CREATE SEQUENCE IF NOT EXISTS espalier.change_turn MINVALUE 0 START 0;
    \(watchChanges)
    \(noteChange)
    GRANT USAGE ON SCHEMA espalier TO \(role);
    GRANT SELECT ON \((0..<tables).map { "espalier.row_change_\($0)" }.joined(separator: ", ")) TO \(role);
    REVOKE ALL ON FUNCTION espalier.watch_changes() FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION espalier.watch_changes() TO \(role);
    """
  }

  private static func table(_ number: Int) -> String {
    """
    CREATE UNLOGGED TABLE IF NOT EXISTS espalier.row_change_\(number) (
      xid xid8 NOT NULL DEFAULT pg_current_xact_id(), relation oid NOT NULL, before json, after json);
    CREATE INDEX IF NOT EXISTS row_change_\(number)_xid ON espalier.row_change_\(number) (xid);
    """
  }

  /// Lets the triggers write for another while. Returns whether they wrote until now. Begins the next turn if the last one is
  /// over; while somebody reads the table for long, the turn waits.
  private static let watchChanges = """
    CREATE OR REPLACE FUNCTION espalier.watch_changes() RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = pg_catalog, pg_temp AS $body$
    DECLARE
      seconds bigint := extract(epoch FROM clock_timestamp());
      was_watched boolean;
      next bigint;
    BEGIN
      SELECT is_called AND last_value > seconds INTO was_watched FROM espalier.watched;
      PERFORM setval('espalier.watched', seconds + \(watch));
      BEGIN
        PERFORM set_config('lock_timeout', '50ms', true);
        UPDATE espalier.change_turn_began SET at = now() WHERE at < now() - interval '\(turn) seconds';
        IF FOUND THEN
          SELECT last_value + 1 INTO next FROM espalier.change_turn;
          EXECUTE format('TRUNCATE espalier.row_change_%s', next % \(tables));
          PERFORM setval('espalier.change_turn', next);
        END IF;
      EXCEPTION WHEN lock_not_available THEN
        NULL;
      END;
      RETURN was_watched;
    END $body$;
    """

  /// Writes what a statement has changed. The argument of the trigger is how many rows are written down; of a statement that
  /// changes more, only the table is.
  private static let noteChange = """
    CREATE OR REPLACE FUNCTION espalier.note_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = pg_catalog, pg_temp AS $body$\(noteChangeBody)$body$;
    """

  /// The text of that function, as the catalogue has it.
  static let noteChangeBody = """
    DECLARE
      most integer := TG_ARGV[0];
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
      IF number <= most AND TG_OP <> 'INSERT' THEN
        SELECT json_agg(changed) INTO old_rows FROM espalier_old AS changed;
      END IF;
      IF number <= most AND TG_OP <> 'DELETE' THEN
        SELECT json_agg(changed) INTO new_rows FROM espalier_new AS changed;
      END IF;
      CASE (SELECT last_value FROM espalier.change_turn) % \(tables)
        \((0..<tables).map(insert).joined(separator: "\n    "))
      END CASE;
      RETURN NULL;
    END
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

  /// The tables to follow, with their partitions: how SQL writes each, and whether it has all triggers. `$1` has the names.
  static let followed = """
    SELECT tree.relid::regclass, (
        SELECT count(*) = 4 FROM pg_trigger WHERE tgrelid = tree.relid AND tgname LIKE 'espalier\\_%'
          AND encode(tgargs, 'escape') = $2 || '\\000'), named.name,
        coalesce(pg_partition_root(tree.relid), tree.relid)::oid
      FROM unnest($1::text[]) AS named (name)
      LEFT JOIN LATERAL (
        SELECT relid FROM pg_partition_tree(to_regclass(named.name))
        UNION SELECT to_regclass(named.name)::oid) AS tree ON true
    """

  /// Whether the function of the triggers has the text `$1`.
  static let hasFunction =
    "SELECT count(*) FROM pg_proc WHERE oid = to_regprocedure('espalier.note_change()') AND prosrc = $1"

  /// What is in the log and a snapshot, `$1`, has not seen. A change of a partition is one of its table.
  static let changes = (0..<tables).map {
    """
    SELECT xid, coalesce(pg_partition_root(relation), relation)::oid, before, after FROM espalier.row_change_\($0)
      WHERE xid >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, $1::pg_snapshot)
    """
  }
  .joined(separator: " UNION ALL ")

  /// Another text after each change of a table's schema, triggers or indexes. `$1` has the tables.
  static let schemas = """
    SELECT asked.id, md5(concat(
        (SELECT concat(xmin, relkind, relrowsecurity, relname) FROM pg_class WHERE oid = asked.id),
        (SELECT string_agg(concat(attnum, ' ', xmin), ',' ORDER BY attnum) FROM pg_attribute WHERE attrelid = asked.id),
        (SELECT string_agg(concat(oid, ' ', xmin), ',' ORDER BY oid) FROM pg_trigger WHERE tgrelid = asked.id),
        (SELECT string_agg(concat(indexrelid, ' ', xmin), ',' ORDER BY indexrelid) FROM pg_index
          WHERE indrelid = asked.id)))
      FROM unnest($1::oid[]) AS asked (id)
    """
}
