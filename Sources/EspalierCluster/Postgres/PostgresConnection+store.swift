import EspalierPostgres
import EspalierServer

extension PostgresConnection {
  /// A connection of a node.
  convenience init(_ url: String) {
    // A node that is paused in a transaction must not keep others from taking over.
    self.init(url, setUp: "SET idle_in_transaction_session_timeout = 1000")
  }

  /// Runs a statement and returns its rows. Null is nil.
  func run(_ sql: String, _ parameters: [String?] = []) throws(PageStoreError) -> [[String?]] {
    do throws(PostgresError) { return try execute(sql, parameters).rows } catch { throw PageStoreError(error) }
  }

  /// Runs statements in one transaction, with one journey to the server. Returns the rows of each.
  func runAll(_ all: [Statement]) throws(PageStoreError) -> [[[String?]]] {
    do throws(PostgresError) { return try executeAll(all).map(\.rows) } catch { throw PageStoreError(error) }
  }

  /// Runs statements without parameters in one transaction.
  func makeAll(_ script: String) throws(PageStoreError) {
    do throws(PostgresError) { try runScript(script) } catch { throw PageStoreError(error) }
  }
}

extension PageStoreError {
  /// What an error of PostgreSQL means for a page that is saved.
  fileprivate init(_ error: PostgresError) {
    guard error.isConnected else {
      self.init("the database does not answer", isTemporary: true, underlying: error)
      return
    }
    // Class 40: another transaction was in the way. The same one may work next time.
    self.init(
      "the database reports an error", isTemporary: error.state?.hasPrefix("40") == true, underlying: error)
  }
}
