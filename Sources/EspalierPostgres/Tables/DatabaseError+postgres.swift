import EspalierTables

extension DatabaseError {
  /// Says what an error of PostgreSQL means for the user. `statement` is the user's text.
  init(_ error: PostgresError, in database: String, statement: String?) {
    guard error.isConnected else {
      self.init(
        .unreadable, in: database, "the server does not answer (\(error))",
        remedy: "start it, or correct the address", number: error.state.map { "SQLSTATE \($0)" })
      return
    }
    // It works when it is prepared again.
    let (code, remedy) = Self.words(for: error.isOutdatedStatement ? "55006" : error.state ?? "")
    let reason = error.description.replacing("ERROR:  ", with: "")
    self.init(
      code, in: database, statement: statement,
      code == .tooSlow ? "the statement took longer than the limit `longestQuery`" : reason,
      remedy: remedy, number: error.state.map { "SQLSTATE \($0)" })
  }

  /// By the codes of https://www.postgresql.org/docs/current/errcodes-appendix.html.
  private static func words(for state: String) -> (Code, remedy: String) {
    switch state {
    case "42P01", "3F000": (.noTable, "create it, or correct the name")
    case "42703": (.noColumn, "add it to the table, or correct the name")
    case "42P02", "08P01": (.parameters, "give one value for each parameter")
    case "42P18": (.parameters, "write the type of the value, for example `\\(name)::text`")
    case "42501": (.readOnly, "grant the role of this program the right")
    case "25006": (.readOnly, "use the primary server and a role that may write")
    case "40001", "40P01", "55P03", "55006": (.busy, "try again, or end the transaction that is in the way")
    case "53100": (.full, "free some space")
    case "57014": (.tooSlow, "add an index for its filter and its order")
    case "XX001", "XX002": (.corrupt, "restore it from a backup")
    default:
      switch state.prefix(2) {
      case "08", "28", "3D", "53", "57": (.unreadable, "check the server and the address")
      case "22": (.parameters, "change the values")
      case "23": (.constraint, "change the values")
      case "25": (.statement, "an error in a transaction ends it: do not catch it")
      default: (.statement, "correct the statement")
      }
    }
  }
}
