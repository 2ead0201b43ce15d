/// A database whose rows pages can show while they change. Pages use no more of a database than this.
///
/// A database of another kind, for example PostgreSQL, needs a query that it can order and read from a key on, and
/// something that says which rows have changed.
package protocol LiveDatabase: Sendable {
  /// Opens a window over a query. It is read in the background.
  func window<Row>(of query: Query<Row>, at place: WindowPlace) -> LiveWindow<Row>
}
