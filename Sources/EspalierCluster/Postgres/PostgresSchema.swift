/// The tables of a cluster, in a schema of their own.
///
/// - A node lives while its row exists. Its lease only says when another node may delete the row.
/// - A holding belongs to the node in its row, if that lives.
/// - The ids of events are in four tables in turn, each for 40 seconds. A table is emptied before its next turn, so an id
///   lives for two minutes, and no id is ever deleted by itself.
enum PostgresSchema {
  /// For how many seconds each table of event ids has its turn.
  static let turn = 40
  static let tables = 4
  /// Counts the changes of the tables.
  static let version = 6

  static let script = """
    CREATE SCHEMA IF NOT EXISTS espalier;
    CREATE TABLE IF NOT EXISTS espalier.node (id text PRIMARY KEY, address text NOT NULL, until timestamptz NOT NULL);
    ALTER TABLE espalier.node ADD COLUMN IF NOT EXISTS version bigint NOT NULL DEFAULT 0;
    CREATE TABLE IF NOT EXISTS espalier.holding (name text PRIMARY KEY, node text NOT NULL, term bigint NOT NULL);
    ALTER TABLE espalier.holding ADD COLUMN IF NOT EXISTS version bigint NOT NULL DEFAULT 0;
    CREATE TABLE IF NOT EXISTS espalier.secret (is_only boolean PRIMARY KEY CHECK (is_only), text text NOT NULL);
    INSERT INTO espalier.secret VALUES (true, replace(gen_random_uuid()::text || gen_random_uuid(), '-', ''))
      ON CONFLICT DO NOTHING;
    CREATE TABLE IF NOT EXISTS espalier.instance (
      id text PRIMARY KEY, page text NOT NULL, browser text NOT NULL, tab text NOT NULL,
      used timestamptz NOT NULL DEFAULT now(), UNIQUE (page, browser, tab));
    CREATE INDEX IF NOT EXISTS instance_browser ON espalier.instance (browser);
    CREATE TABLE IF NOT EXISTS espalier.state (instance text, key text, value text NOT NULL, PRIMARY KEY (instance, key));
    \((0..<tables).map { eventTable($0) }.joined(separator: "\n"))
    CREATE TABLE IF NOT EXISTS espalier.crash (
      node text, page text, browser text, tab text, event text, at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (node, page, browser, tab, event));
    CREATE TABLE IF NOT EXISTS espalier.turn (is_only boolean PRIMARY KEY CHECK (is_only), number bigint, began timestamptz);
    INSERT INTO espalier.turn VALUES (true, 0, now()) ON CONFLICT DO NOTHING;
    CREATE TABLE IF NOT EXISTS espalier.session (
      browser text PRIMARY KEY, number bigint NOT NULL DEFAULT extract(epoch FROM clock_timestamp()) * 1000, states text NOT NULL DEFAULT '{}',
      has_ended boolean NOT NULL DEFAULT false, used timestamptz NOT NULL DEFAULT now());
    CREATE TABLE IF NOT EXISTS espalier.share (name text PRIMARY KEY, value text NOT NULL);
    CREATE TABLE IF NOT EXISTS espalier.change (
      xid xid8 NOT NULL DEFAULT pg_current_xact_id(), kind text, key text, at timestamptz NOT NULL DEFAULT now());
    CREATE INDEX IF NOT EXISTS change_xid ON espalier.change (xid);
    \(lives)
    \(takeTurn)
    CREATE TABLE IF NOT EXISTS espalier.version (is_only boolean PRIMARY KEY CHECK (is_only), number bigint);
    INSERT INTO espalier.version VALUES (true, \(version)) ON CONFLICT (is_only) DO UPDATE
      SET number = greatest(version.number, excluded.number);
    """

  private static func eventTable(_ number: Int) -> String {
    """
    CREATE TABLE IF NOT EXISTS espalier.event_\(number) (
      instance text, sender text, id text, fingerprint text, PRIMARY KEY (instance, sender, id));
    """
  }

  /// A volatile function sees what is now. A statement that had to wait for a row's lock would otherwise judge the row's new
  /// node by what was before it waited.
  private static let lives = """
    CREATE OR REPLACE FUNCTION espalier.lives(text) RETURNS boolean LANGUAGE sql VOLATILE
      AS 'SELECT EXISTS (SELECT FROM espalier.node WHERE id = $1)';
    CREATE OR REPLACE FUNCTION espalier.lives_since(bigint) RETURNS boolean LANGUAGE sql VOLATILE
      AS 'SELECT EXISTS (SELECT FROM espalier.node WHERE version >= $1 AND until > now())';
    """

  /// Begins the next turn if the last one is over, and returns the number of the turn. While somebody reads the table for
  /// long, such as for a backup, the turn waits: no beat may wait for that.
  private static let takeTurn = """
    CREATE OR REPLACE FUNCTION espalier.take_turn() RETURNS bigint LANGUAGE plpgsql AS $body$
    DECLARE taken bigint;
    BEGIN
      BEGIN
        PERFORM set_config('lock_timeout', '100ms', true);
        UPDATE espalier.turn SET number = number + 1, began = now()
          WHERE began < now() - interval '\(turn) seconds' RETURNING number INTO taken;
        IF FOUND THEN
          EXECUTE format('TRUNCATE espalier.event_%s', taken % \(tables));
          DELETE FROM espalier.change WHERE at < now() - interval '10 minutes';
        END IF;
        PERFORM set_config('lock_timeout', '0', true);
      EXCEPTION WHEN lock_not_available THEN
        NULL;
      END;
      RETURN (SELECT number FROM espalier.turn);
    END $body$;
    """

  static let register = """
    WITH gone AS (DELETE FROM espalier.node WHERE address = $2 AND id <> $1)
    INSERT INTO espalier.node (id, address, until, version) VALUES ($1, $2, now() + $3::interval, $4::bigint)
      ON CONFLICT (id) DO UPDATE SET until = excluded.until
      RETURNING espalier.take_turn(), (SELECT text FROM espalier.secret), pg_current_snapshot()
    """
  /// Finds the changes that the last snapshot could not see. A sequence number would miss a transaction that took its number
  /// early and commits late.
  static let beat = """
    WITH alive AS (UPDATE espalier.node SET until = now() + $2::interval WHERE id = $1 RETURNING id)
    SELECT espalier.take_turn(), pg_current_snapshot(), \(changes("share")), \(changes("session")) FROM alive
    """
  private static func changes(_ kind: String) -> String {
    """
    (SELECT coalesce(jsonb_agg(DISTINCT key), '[]') FROM espalier.change
      WHERE kind = '\(kind)' AND xid >= pg_snapshot_xmin($3::pg_snapshot)
        AND NOT pg_visible_in_snapshot(xid, $3::pg_snapshot))
    """
  }
  static let share = """
    WITH new AS (
      INSERT INTO espalier.share VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value)
    INSERT INTO espalier.change (kind, key) VALUES ('share', $1)
    """
  static let shares = "SELECT name, value FROM espalier.share WHERE $1::text[] IS NULL OR name = ANY ($1::text[])"
  static let bury = "DELETE FROM espalier.node WHERE id = $1 AND until < now()"
  static let leave = "DELETE FROM espalier.node WHERE id = $1"
  static let nodes = "SELECT id, address, version, until < now() FROM espalier.node"
  /// A node whose program is older than that of the last one waits while a newer one lives, which can read all values.
  static let claim = """
    INSERT INTO espalier.holding AS held (name, node, term, version)
      SELECT $1, $2, 1, $3::bigint WHERE $4::boolean OR EXISTS (SELECT FROM espalier.holding WHERE name = $1)
      ON CONFLICT (name) DO UPDATE SET node = excluded.node,
        term = held.term + CASE WHEN held.node = excluded.node THEN 0 ELSE 1 END, version = excluded.version
      WHERE held.node = excluded.node OR (NOT espalier.lives(held.node)
        AND (held.version <= excluded.version OR NOT espalier.lives_since(held.version)))
      RETURNING term
    """
  static let holder = """
    SELECT holding.node, node.address, node.until < now(), node.version, espalier.lives_since(holding.version)
      FROM espalier.holding LEFT JOIN espalier.node ON node.id = holding.node WHERE holding.name = $1
    """
  /// What a holding that is not the site has saved. The name of the holding says whose page or browser it is: see `Holding`.
  private static let saved = """
    SELECT FROM espalier.instance WHERE name LIKE 'page/%' AND page = substr(name, 5) AND browser = ''
    UNION ALL SELECT FROM espalier.instance WHERE name LIKE 'browser/%' AND browser = substr(name, 9)
    """
  /// When a node gives up a holding, nothing of it waits to be saved.
  static let release = """
    DELETE FROM espalier.holding WHERE name = $1 AND node = $2 AND term = $3::bigint AND NOT EXISTS (\(saved))
    """
  static let forgetHoldings = """
    DELETE FROM espalier.holding
      WHERE (name LIKE 'page/%' OR name LIKE 'browser/%') AND node NOT IN (SELECT id FROM espalier.node)
        AND NOT espalier.lives(node) AND NOT EXISTS (\(saved))
    """
  private static let held = """
    WITH held AS (
      SELECT FROM espalier.holding WHERE name = $1 AND node = $2 AND term = $3::bigint FOR NO KEY UPDATE)
    """

  /// Saves one instance, if the node has the holding. Returns one row if it has.
  static func save(in turn: Int64) -> String {
    """
    \(held), named AS (
      INSERT INTO espalier.instance (id, page, browser, tab) SELECT $4, $5, $6, $7 FROM held
        ON CONFLICT (id) DO UPDATE SET used = now()),
    gone AS (DELETE FROM espalier.state USING held WHERE instance = $4 AND key = ANY ($10::text[])),
    kept AS (
      INSERT INTO espalier.state SELECT $4, new.* FROM held, unnest($8::text[], $9::text[]) AS new
        ON CONFLICT (instance, key) DO UPDATE SET value = excluded.value),
    known AS (
      INSERT INTO espalier.event_\(turn % Int64(tables))
        SELECT $4, new.* FROM held, unnest($11::text[], $12::text[], $13::text[]) AS new ON CONFLICT DO NOTHING)
    SELECT FROM held
    """
  }

  static let forgetSessions = "DELETE FROM espalier.session WHERE used < now() - make_interval(days => $1::int)"
  /// Locks the row of the holding. Divides by zero, which ends the transaction, if the node does not have it.
  static let hold = """
    SELECT 1 / count(*)::int FROM (
      SELECT FROM espalier.holding WHERE name = $1 AND node = $2 AND term = $3::bigint FOR NO KEY UPDATE) AS held
    """
  /// The SQLSTATE of that division.
  static let refusal = "22012"
  static let sessions = """
    SELECT number, states, has_ended FROM unnest($1::text[]) WITH ORDINALITY AS asked (browser, place)
      LEFT JOIN espalier.session USING (browser) ORDER BY place
    """
  static let addSessions = "INSERT INTO espalier.session (browser) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING"
  /// All transactions lock sessions in the same order.
  static let lockSessions = """
    SELECT browser, number, states, has_ended FROM espalier.session WHERE browser = ANY ($1::text[])
      ORDER BY browser FOR UPDATE
    """
  static func saveSession(in turn: Int64) -> String {
    """
    WITH told AS (INSERT INTO espalier.change (kind, key) VALUES ('session', $1)),
    known AS (
      INSERT INTO espalier.event_\(turn % Int64(tables)) (instance, sender, id)
        SELECT '~session', $1, unnest($4::text[]))
    UPDATE espalier.session SET number = $2::bigint, states = $3, has_ended = $5::boolean, used = now() WHERE browser = $1
    """
  }
  /// Finds changes of sessions that are saved already.
  static let savedChanges = (0..<tables).map {
    "SELECT id FROM espalier.event_\($0) WHERE instance = '~session' AND sender = ANY ($1::text[]) AND id = ANY ($2::text[])"
  }
  .joined(separator: " UNION ALL ")
  static let touchSession = """
    WITH pages AS (UPDATE espalier.instance SET used = now() WHERE browser = $1)
    UPDATE espalier.session SET used = now() WHERE browser = $1
    """
  /// The row of the session stays, so that all nodes refuse the old cookie.
  static let forgetBrowser = """
    WITH gone AS (DELETE FROM espalier.instance WHERE browser = $1 RETURNING id)
    DELETE FROM espalier.state USING gone WHERE instance = gone.id
    """
  /// The ids of its events go with their tables.
  static let forget = """
    \(held), gone AS (DELETE FROM espalier.instance USING held WHERE browser = $4 RETURNING id),
    rest AS (DELETE FROM espalier.state USING gone WHERE instance = gone.id)
    SELECT FROM held
    """
  static let forgetUnused = """
    \(held), gone AS (
      DELETE FROM espalier.instance USING held
        WHERE browser <> '' AND used < now() - make_interval(days => $4::int) RETURNING id),
    rest AS (DELETE FROM espalier.state USING gone WHERE instance = gone.id)
    SELECT count(*) FROM gone
    """
  /// A node adds its records once, also if it repeats the statement.
  static let addCrashes = """
    INSERT INTO espalier.crash SELECT $1, new.* FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS new
      ON CONFLICT DO NOTHING
    """
  static let crashes = """
    SELECT page, browser, tab, event, floor(extract(epoch FROM now() - at))::bigint
      FROM espalier.crash WHERE at > now() - interval '1 day' ORDER BY at
    """
  static let forgetCrashes = "DELETE FROM espalier.crash WHERE page = $1 AND browser = $2 AND tab = $3 AND event = ''"
  static let touch = "UPDATE espalier.instance SET used = now() WHERE id = $1"
  static let instanceOfOwner = """
    SELECT id, page, browser, tab FROM espalier.instance WHERE page = $1 AND browser = $2 AND tab = $3
    """
  static let instanceByID = "SELECT id, page, browser, tab FROM espalier.instance WHERE id = $1"
  static let states = "SELECT key, value FROM espalier.state WHERE instance = $1"
  static let events = (0..<tables).map {
    "SELECT id, sender, fingerprint FROM espalier.event_\($0) WHERE instance = $1"
  }
  .joined(separator: " UNION ALL ")
}
