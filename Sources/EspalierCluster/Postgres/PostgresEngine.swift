import EspalierPostgres
package import Espalier
import EspalierHTTP
import EspalierLocks
package import EspalierServer
import Synchronization

/// The database of a cluster in PostgreSQL. Each node has three connections: one saves, one reads and claims, and one says
/// that the node lives, so that nothing keeps it from that.
package final class PostgresEngine: ClusterEngine {
  private let saving, reading, beating: ConnectionThread
  /// The turn of the tables of event ids, as this node last heard.
  private let turn = Atomic<Int64>(0)
  /// The calls of `save` that wait.
  private let waiting = Lock<[WaitingSave]>([])
  /// The questions for sessions that wait.
  private let asking = Lock<[(browsers: [String], reply: StoreReply<[SessionRow]>)]>([])
  private let transactionCount = Counter()

  /// What one holding has to save.
  fileprivate struct WaitingSave {
    let saves: [PersistedSave]
    /// The parameters of the holding; nil for what belongs to none.
    let holder: [String?]?
    let reply: StoreReply<Bool>
  }

  /// Connects when it is first needed. `url` is a URL or a list of parameters, as libpq takes them.
  package init(_ url: String) {
    (saving, reading, beating) = (ConnectionThread(url), ConnectionThread(url), ConnectionThread(url))
  }

  deinit { for thread in [saving, reading, beating] { thread.close() } }

  // MARK: Nodes

  package func register(_ node: NodeName, for lease: Duration, _ reply: @escaping StoreReply<Registration>) {
    beating.ask(reply) { [self] (connection) throws(PageStoreError) in
      try connection.makeTables()
      let rows = try connection.run(
        PostgresSchema.register, [node.id, node.address, lease.interval, "\(node.version)"])
      note(rows)
      guard let secret = rows.first?[1], let moment = rows.first?[2] else {
        throw PageStoreError("the database has no secret of the cluster")
      }
      return Registration(secret: secret, moment: Moment(text: moment))
    }
  }

  package func beat(
    _ node: NodeName, for lease: Duration, since moment: Moment, _ reply: @escaping StoreReply<News?>
  ) {
    beating.ask(reply) { [self] (connection) throws(PageStoreError) in
      let rows = try connection.run(PostgresSchema.beat, [node.id, lease.interval, moment.text])
      guard note(rows), let row = rows.first, let moment = row[1] else { return nil }
      func keys(_ column: Int) -> [String] {
        row[column].flatMap { try? JSON(stored: $0).decode([String].self) } ?? []
      }
      return News(moment: Moment(text: moment), labels: keys(2), browsers: keys(3))
    }
  }

  package func share(_ value: JSON, labelled label: String, _ reply: @escaping StoreReply<Void>) {
    saving.ask(reply) { (connection) throws(PageStoreError) in
      _ = try connection.run(PostgresSchema.share, [label, value.description])
    }
  }

  package func shares(labelled labels: [String]?, _ reply: @escaping StoreReply<[String: JSON]>) {
    reading.ask(reply) { (connection) throws(PageStoreError) in
      let rows = try connection.run(PostgresSchema.shares, [labels?.postgresArray])
      return rows.reduce(into: [:]) { shares, row in
        if let name = row[0], let value = row[1].flatMap({ try? JSON(stored: $0) }) { shares[name] = value }
      }
    }
  }

  /// Notes the turn that a statement returns. False if it returns none.
  @discardableResult
  private func note(_ rows: [[String?]]) -> Bool {
    guard let number = rows.first?[0].flatMap({ Int64($0) }) else { return false }
    turn.store(number, ordering: .relaxed)
    return true
  }

  package func bury(_ id: String, _ reply: @escaping StoreReply<Void>) {
    reading.ask(reply) { (connection) throws(PageStoreError) in _ = try connection.run(PostgresSchema.bury, [id]) }
  }

  package func leave(_ node: NodeName, _ reply: @escaping StoreReply<Void>) {
    beating.ask(reply) { (connection) throws(PageStoreError) in _ = try connection.run(PostgresSchema.leave, [node.id])
    }
  }

  package func nodes(_ reply: @escaping StoreReply<[NodeName: Bool]>) {
    reading.ask(reply) { (connection) throws(PageStoreError) in
      try connection.run(PostgresSchema.nodes).reduce(into: [:]) { nodes, row in
        if let node = NodeName(row[0], row[1], version: row[2]) { nodes[node] = row[3] == "t" }
      }
    }
  }

  package func release(_ holding: Holding, in term: UInt64, by node: NodeName, _ reply: @escaping StoreReply<Void>) {
    reading.ask(reply) { (connection) throws(PageStoreError) in
      _ = try connection.run(PostgresSchema.release, [holding.name, node.id, "\(term)"])
    }
  }

  package func claim(
    _ holding: Holding, for node: NodeName, claimsNew: Bool, _ reply: @escaping StoreReply<Claim>
  ) {
    reading.ask(reply) { (connection) throws(PageStoreError) in
      // Most questions are about what another node has, or nobody.
      var mayClaim = claimsNew
      while true {
        if mayClaim {
          let claimed = try connection.run(
            PostgresSchema.claim, [holding.name, node.id, "\(node.version)", claimsNew ? "t" : "f"])
          if let term = claimed.first?[0].flatMap({ UInt64($0) }) { return .own(term: term) }
        }
        guard let row = try connection.run(PostgresSchema.holder, [holding.name]).first else {
          if claimsNew { continue }
          return .new
        }
        let holder = NodeName(row[0], row[1], version: row[3])
        if let holder, holder.id != node.id { return .other(holder, isOver: row[2] == "t") }
        if mayClaim, holder == nil, row[4] == "t" { return .nobody }
        // This node has it, or nobody has any more.
        mayClaim = true
      }
    }
  }

  // MARK: Crashes

  package func add(_ crashes: [CrashRecord], of node: NodeName, _ reply: @escaping StoreReply<Void>) {
    beating.ask(reply) { (connection) throws(PageStoreError) in
      try connection.makeTables()
      func column(_ value: (CrashRecord) -> String?) -> String {
        crashes.map { Optional(value($0) ?? "") }.postgresArray
      }
      _ = try connection.run(
        PostgresSchema.addCrashes,
        [
          node.id, column { $0.owner.page }, column { $0.owner.browser }, column { $0.owner.tab }, column { $0.event },
        ])
    }
  }

  package func crashes(_ reply: @escaping StoreReply<[CrashRecord]>) {
    reading.ask(reply) { (connection) throws(PageStoreError) in
      let now = Int(Timestamp.now.milliseconds / 1000)
      return try connection.run(PostgresSchema.crashes).compactMap { row in
        guard let page = row[0], let age = row[4].flatMap({ Int($0) }) else { return nil }
        func named(_ column: Int) -> String? { row[column] == "" ? nil : row[column] }
        return CrashRecord(
          time: now - age, owner: PersistedInstance.Owner(page: page, browser: named(1), tab: named(2)), event: named(3)
        )
      }
    }
  }

  package func forget(crashesOf owner: PersistedInstance.Owner, _ reply: @escaping StoreReply<Void>) {
    reading.ask(reply) { (connection) throws(PageStoreError) in
      _ = try connection.run(PostgresSchema.forgetCrashes, [owner.page, owner.browser ?? "", owner.tab ?? ""])
    }
  }

  // MARK: Saving

  package func save(
    _ saves: [PersistedSave], of holding: Holding, in term: UInt64, by node: NodeName,
    _ reply: @escaping StoreReply<Bool>
  ) {
    let holder: [String?]? = holding == .free ? nil : [holding.name, node.id, "\(term)"]
    waiting.withLock { $0.append(WaitingSave(saves: saves, holder: holder, reply: reply)) }
    saving.ask({ _ in }) { [self] (connection) throws(PageStoreError) in saveWaiting(connection) }
  }

  package var transactions: Int { transactionCount.value }

  /// Saves everything that waits in one transaction.
  private func saveWaiting(_ connection: PostgresConnection) {
    let all = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    if all.isEmpty { return }
    do throws(PageStoreError) {
      try save(all, connection)
    } catch {
      // What the database refuses must not keep others from being saved.
      if error.isTemporary || all.count == 1 { return all.forEach { $0.reply(.failure(error)) } }
      for one in all { do throws(PageStoreError) { try save([one], connection) } catch { one.reply(.failure(error)) } }
    }
  }

  private func save(_ all: [WaitingSave], _ connection: PostgresConnection) throws(PageStoreError) {
    transactionCount.add()
    let turn = turn.load(ordering: .relaxed)
    if all.contains(where: { $0.saves.contains { $0.session != nil } }) {
      return try saveSessions(all, in: turn, connection)
    }
    let statements = all.map { $0.statements(in: turn) }
    var answers = try connection.runAll(statements.flatMap(\.self))[...]
    for (one, statements) in zip(all, statements) {
      one.reply(.success(answers.prefix(statements.count).allSatisfy { $0.count == 1 }))
      answers = answers.dropFirst(statements.count)
    }
  }

  /// Saves changes of sessions too. The rows are locked and read first. No holding is locked before all changes are made,
  /// so that another node can take over whenever this one is paused.
  private func saveSessions(
    _ all: [WaitingSave], in turn: Int64, _ connection: PostgresConnection
  ) throws(PageStoreError) {
    var changes = SessionChanges(all.flatMap(\.saves).compactMap(\.session))
    do throws(PageStoreError) {
      try changes.make(connection)
      let holders = all.compactMap { one in one.holder.map { (PostgresSchema.hold, $0) } }
      let saves = all.flatMap { $0.statements(in: turn) }
      _ = try connection.runAll(holders + saves + changes.statements(in: turn) + [("COMMIT", [])])
    } catch {
      connection.rollBack()
      guard (error.underlying as? PostgresError)?.state == PostgresSchema.refusal else { throw error }
      if all.count == 1 { return all[0].reply(.success(false)) }
      // Nobody may build on what is refused.
      for one in all { do throws(PageStoreError) { try save([one], connection) } catch { one.reply(.failure(error)) } }
      return
    }
    changes.end()
    for one in all { one.reply(.success(true)) }
  }

  package func forget(
    browser: String, of holding: Holding, in term: UInt64, by node: NodeName, _ reply: @escaping StoreReply<Bool>
  ) {
    saving.ask(reply) { (connection) throws(PageStoreError) in
      try connection.run(PostgresSchema.forget, [holding.name, node.id, "\(term)", browser]).count == 1
    }
  }

  package func forget(
    unusedFor days: Int, of holding: Holding, in term: UInt64, by node: NodeName, _ reply: @escaping StoreReply<Int>
  ) {
    reading.ask(reply) { (connection) throws(PageStoreError) in
      let rows = try connection.run(PostgresSchema.forgetUnused, [holding.name, node.id, "\(term)", "\(days)"])
      _ = try connection.run(PostgresSchema.forgetSessions, ["\(days)"])
      _ = try connection.run(PostgresSchema.forgetHoldings, [])
      return rows.first?[0].flatMap { Int($0) } ?? 0
    }
  }

  // MARK: Sessions

  package func sessions(of browsers: [String], _ reply: @escaping StoreReply<[SessionRow]>) {
    asking.withLock { $0.append((browsers, reply)) }
    reading.ask({ _ in }) { [self] (connection) throws(PageStoreError) in readSessions(connection) }
  }

  /// Reads all sessions that are asked for, with one statement.
  private func readSessions(_ connection: PostgresConnection) {
    let all = asking.withLock { asking in
      defer { asking = [] }
      return asking
    }
    if all.isEmpty { return }
    let browsers = all.flatMap(\.browsers).postgresArray
    do throws(PageStoreError) {
      var rows = try connection.run(PostgresSchema.sessions, [browsers])[...]
      for (browsers, reply) in all {
        let own = rows.prefix(browsers.count)
        rows = rows.dropFirst(browsers.count)
        reply(
          Result { () throws(PageStoreError) in try own.map { (row) throws(PageStoreError) in try SessionRow(row[...]) }
          })
      }
    } catch {
      for (_, reply) in all { reply(.failure(error)) }
    }
  }

  package func touch(sessionOf browser: String, _ reply: @escaping StoreReply<Void>) {
    reading.ask(reply) { (connection) throws(PageStoreError) in
      _ = try connection.run(PostgresSchema.touchSession, [browser])
    }
  }

  package func touch(_ instance: PersistedInstance.Name, _ reply: @escaping StoreReply<Void>) {
    reading.ask(reply) { (connection) throws(PageStoreError) in
      _ = try connection.run(PostgresSchema.touch, [instance.id])
    }
  }

  // MARK: Reading

  package func instance(of owner: PersistedInstance.Owner, _ reply: @escaping StoreReply<PersistedInstance?>) {
    reading.ask(reply) { (connection) throws(PageStoreError) in
      try connection.instance(PostgresSchema.instanceOfOwner, [owner.page, owner.browser ?? "", owner.tab ?? ""])
    }
  }

  package func instance(id: String, _ reply: @escaping StoreReply<PersistedInstance?>) {
    reading.ask(reply) { (connection) throws(PageStoreError) in
      try connection.instance(PostgresSchema.instanceByID, [id])
    }
  }
}

extension PostgresConnection {
  /// Makes the tables if they are missing. If another node makes them at this moment, PostgreSQL refuses one of the two.
  fileprivate func makeTables() throws(PageStoreError) {
    for _ in 0..<10 where try !hasTables {
      do throws(PageStoreError) { try makeAll(PostgresSchema.script) } catch  where !error.isTemporary {}
    }
    if try !hasTables { try makeAll(PostgresSchema.script) }
  }

  private var hasTables: Bool {
    get throws(PageStoreError) {
      guard try run("SELECT to_regclass('espalier.version')").first?[0] != nil else { return false }
      let number = try run("SELECT number FROM espalier.version").first?[0].flatMap { Int($0) }
      // The tables of a later version serve this one too.
      return number.map { $0 >= PostgresSchema.version } ?? false
    }
  }

  fileprivate func instance(_ sql: String, _ parameters: [String?]) throws(PageStoreError) -> PersistedInstance? {
    guard let row = try run(sql, parameters).first, let id = row[0], let page = row[1] else { return nil }
    let (browser, tab) = (row[2] == "" ? nil : row[2], row[3] == "" ? nil : row[3])
    var states: [String: JSON] = [:]
    var unreadable: [String: String] = [:]
    for row in try run(PostgresSchema.states, [id]) {
      guard let key = row[0], let value = row[1] else { continue }
      do { states[key] = try JSON(stored: value) } catch { unreadable[key] = "\(error)" }
    }
    let events = try run(PostgresSchema.events, [id]).map { row in
      PersistedEvent(id: row[0] ?? "", sender: row[1] ?? "", fingerprint: row[2])
    }
    let name = PersistedInstance.Name(id: id, owner: .init(page: page, browser: browser, tab: tab))
    return PersistedInstance(name: name, states: states, unreadable: unreadable, events: events)
  }
}

extension PostgresEngine.WaitingSave {
  /// What saves everything but changes of sessions.
  fileprivate func statements(in turn: Int64) -> [PostgresConnection.Statement] {
    guard let holder else { return [] }
    return saves.filter { $0.session == nil }.map { (PostgresSchema.save(in: turn), holder + $0.parameters) }
  }
}

extension NodeName {
  /// A node of a row; nil if there is none.
  fileprivate init?(_ id: String?, _ address: String?, version: String?) {
    guard let id, let address, let version = version.flatMap({ Int($0) }) else { return nil }
    self.init(id: id, address: address, version: version)
  }
}

extension PersistedSave {
  /// The parameters of the statement that saves it, after those of the holding.
  fileprivate var parameters: [String?] {
    let kept = changes.compactMap { change in change.value.map { (change.key, $0.description) } }
    let gone = changes.filter { $0.value == nil }.map { Optional($0.key) }
    // The last one counts, and a statement changes a row only once.
    let values = Dictionary(kept) { _, last in last }.map { $0 }
    let known = Set(events)
    let owner = name.owner
    return [
      name.id, owner.page, owner.browser ?? "", owner.tab ?? "", values.map { Optional($0.key) }.postgresArray,
      values.map { Optional($0.value) }.postgresArray, gone.postgresArray,
      known.map { Optional($0.sender) }.postgresArray, known.map { Optional($0.id) }.postgresArray,
      known.map(\.fingerprint).postgresArray,
    ]
  }
}

extension Duration {
  /// As PostgreSQL reads an interval.
  fileprivate var interval: String { "\(Int(self / .milliseconds(1))) milliseconds" }
}
