/// A database whose rows pages show while they change, and to which pages write. Pages use no more of a database than
/// this, so a page works with any of them.
///
/// ``Database`` is the one for SQLite. A database of another kind, for example PostgreSQL, will conform to this protocol:
///
/// - A ``Query`` says which rows, in which order. The database adds `ORDER BY` and `LIMIT`, and reads from a key on:
///   `WHERE (last, id) > ($1, $2)`.
/// - It sends a window's first rows, and then its rows after each change, whoever made it. Several changes may be one event:
///   each event is complete. Rows that are as before need not be told apart: the source compares them by their hashes.
/// - It runs the work of an event once, whatever happens to the server.
package protocol LiveDatabase: Sendable {
  /// How many rows a window has at most. 300 unless declared.
  var windowSize: Int { get }

  /// How many rows a query may have that a node watches. 10,000 unless declared.
  var mostRowsHeld: Int { get }

  /// Opens a window over a query, and returns at once. The window is read in the background, and followed until nobody
  /// holds it.
  func window<Row>(of query: Query<Row>, at place: WindowPlace) -> LiveWindow<Row>

  /// Runs work in one transaction. If an event with this id was written before, it returns nil and does nothing. The id
  /// is saved in the same transaction. Without an id the work always runs. If the work throws, nothing is changed.
  func write<Result: Sendable>(
    once event: String?, _ work: @escaping @Sendable (DatabaseWriter) throws -> Result
  ) async throws -> Result?
}

extension LiveDatabase {
  /// 300.
  package var windowSize: Int { 300 }

  /// 10,000.
  package var mostRowsHeld: Int { 10_000 }
}
