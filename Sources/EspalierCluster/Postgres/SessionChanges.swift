import EspalierPostgres
import Espalier
import EspalierServer

/// What one transaction does to some sessions.
struct SessionChanges {
  private let saves: [SessionSave]
  private var rows: [String: SessionRow] = [:]
  private var made: [String: [SessionSave]] = [:]
  /// What becomes of each change: the row after it, or why it is dropped.
  private var ends: [(SessionSave, Result<SessionRow, PageStoreError>)] = []

  init(_ saves: [SessionSave]) { self.saves = saves }

  /// Begins a transaction, locks the rows of the sessions in the order of their ids, and makes the changes to them. A change
  /// that the database has already is not made again.
  mutating func make(_ connection: PostgresConnection) throws(PageStoreError) {
    let browsers = Set(saves.map(\.browser)).sorted().postgresArray
    let locked = try connection.runAll([
      ("BEGIN", []), (PostgresSchema.addSessions, [browsers]), (PostgresSchema.lockSessions, [browsers]),
    ])
    for row in locked[2] { if let browser = row[0] { rows[browser] = try? SessionRow(row.dropFirst()) } }
    let attempts = saves.map { ($0, $0.attempt) }
    let known = try connection.known(attempts.filter { $1 != .first }.map(\.0))
    for (save, attempt) in attempts {
      make(save, attempt, isKnown: known.contains(save.id))
      save.noteSent()
    }
  }

  private mutating func make(_ save: SessionSave, _ attempt: SessionSave.Attempt, isKnown: Bool) {
    guard let row = rows[save.browser] else {
      return drop(save, PageStoreError("what is saved of the session is damaged"))
    }
    if isKnown { return ends.append((save, .success(row))) }
    // Whoever changes a session that has ended changes nothing.
    if row.hasEnded { return ends.append((save, .success(row))) }
    if attempt == .tooLate { return drop(save, PageStoreError("nobody knows whether it was saved before")) }
    do throws(PersistenceError) {
      let next = try save.changed(row)
      rows[save.browser] = next
      made[save.browser, default: []].append(save)
      ends.append((save, .success(next)))
    } catch {
      drop(save, PageStoreError("this version cannot read what is saved", underlying: error))
    }
  }

  private mutating func drop(_ save: SessionSave, _ reason: PageStoreError) { ends.append((save, .failure(reason))) }

  /// What saves the rows.
  func statements(in turn: Int64) -> [PostgresConnection.Statement] {
    made.flatMap { browser, saves -> [PostgresConnection.Statement] in
      guard let row = rows[browser] else { return [] }
      let states = JSON.object(JSONObject(row.states.map { ($0, $1) })).description
      let ids = saves.map { Optional($0.id) }.postgresArray
      let save: PostgresConnection.Statement = (
        PostgresSchema.saveSession(in: turn), [browser, "\(row.number)", states, ids, row.hasEnded ? "t" : "f"]
      )
      return row.hasEnded ? [save, (PostgresSchema.forgetBrowser, [browser])] : [save]
    }
  }

  /// The transaction is done.
  func end() {
    for (save, result) in ends {
      switch result {
      case .success(let row): save.save(in: row)
      case .failure(let reason): save.drop(because: reason)
      }
    }
  }
}

extension PostgresConnection {
  /// The ids of those changes that the database has.
  fileprivate func known(_ saves: [SessionSave]) throws(PageStoreError) -> Set<String> {
    if saves.isEmpty { return [] }
    let browsers = saves.map { Optional($0.browser) }.postgresArray
    let rows = try run(PostgresSchema.savedChanges, [browsers, saves.map { Optional($0.id) }.postgresArray])
    return Set(rows.compactMap(\.first).compactMap(\.self))
  }
}

extension SessionRow {
  /// The row of a session: its number, its states, and whether it has ended. Nulls for none.
  init(_ row: ArraySlice<String?>) throws(PageStoreError) {
    let row = Array(row)
    self.init(number: row[0].flatMap { Int($0) } ?? 0, hasEnded: row[2] == "t")
    guard let text = row[1] else { return }
    do {
      guard case .object(let object) = try JSON(stored: text) else { return }
      for member in object.members { states[member.name] = member.value }
    } catch {
      throw PageStoreError("what is saved of a session is damaged", underlying: error)
    }
  }
}
