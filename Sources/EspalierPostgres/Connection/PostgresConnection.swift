internal import CPostgres
internal import Glibc

/// One connection to PostgreSQL. It stays on its thread, which waits for each answer. After a failure it connects again
/// with the next statement.
@safe package final class PostgresConnection {
  private let url: String
  private let setUp: String
  private var handle: OpaquePointer?
  /// What the server has prepared, by the texts of the statements.
  private var prepared: [String: PreparedStatement] = [:]
  /// How many statements have got a name.
  private var named = 0
  /// How often it has connected.
  package private(set) var opened = 0
  /// At this number all statements are prepared again when they are used, so that endless new texts take no more memory.
  private static let mostStatements = 128

  /// Connects when it is first used. `url` is a URL or a list of parameters, as libpq takes them. `setUp` consists of
  /// statements that run whenever it has connected.
  package init(_ url: String, setUp: String = "") { (self.url, self.setUp) = (url, setUp) }

  deinit { unsafe PQfinish(handle) }

  /// A statement with its parameters. Nil is NULL.
  package typealias Statement = (sql: String, parameters: [String?])

  // MARK: Statements

  /// Connects, if it is not connected.
  package func connect() throws(PostgresError) { _ = unsafe try open() }

  /// Runs a statement and returns its rows.
  package func execute(_ sql: String, _ parameters: [String?] = []) throws(PostgresError) -> PostgresResult {
    let name = try prepare(sql).name
    let handle = unsafe try connected()
    let result = unsafe withTexts(parameters) { texts in
      unsafe PQexecPrepared(handle, name, Int32(parameters.count), texts, nil, nil, 0)
    }
    return unsafe try checked(result)
  }

  /// Runs a statement once, without parameters, and returns its rows. It is not prepared.
  func ask(_ sql: String) throws(PostgresError) -> PostgresResult {
    // Safe: libpq copies the text.
    unsafe try checked(PQexec(try open(), sql))
  }

  /// Runs a statement, and calls `row` for each row when it comes, so that no more than one row is in memory.
  package func stream(
    _ sql: String, _ parameters: [String?] = [], _ row: (PostgresResult) -> Void
  ) throws(PostgresError) {
    let name = try prepare(sql).name
    let handle = unsafe try connected()
    let isSent = unsafe withTexts(parameters) { texts in
      unsafe PQsendQueryPrepared(handle, name, Int32(parameters.count), texts, nil, nil, 0)
    }
    guard isSent == 1, unsafe PQsetSingleRowMode(handle) == 1 else { throw broken() }
    var failed: PostgresError?
    while let result = unsafe PQgetResult(handle) {
      do throws(PostgresError) {
        let result = unsafe try checked(result)
        if failed == nil, result.count > 0 { row(result) }
      } catch {
        // The connection is closed, and `handle` with it.
        if unsafe self.handle == nil { throw error }
        failed = failed ?? error
      }
    }
    if let failed { throw failed }
  }

  /// Runs statements without parameters. They are one transaction, unless they begin or end one themselves.
  package func runScript(_ script: String) throws(PostgresError) {
    _ = try ask(script)
  }

  /// Runs statements in one round trip. Returns the result of each. They are one transaction, unless they say
  /// something else.
  package func executeAll(_ all: [Statement]) throws(PostgresError) -> [PostgresResult] {
    _ = unsafe try open()
    var names: [String: String] = [:]
    // Their names must stay until they are sent.
    if prepared.count + all.count > Self.mostStatements { try forgetStatements() }
    for statement in all where names[statement.sql] == nil { names[statement.sql] = try prepare(statement.sql).name }
    let handle = unsafe try connected()
    guard unsafe PQenterPipelineMode(handle) == 1 else { throw broken() }
    for (sql, parameters) in all {
      let name = names[sql] ?? ""
      let isSent = unsafe withTexts(parameters) { texts in
        unsafe PQsendQueryPrepared(handle, name, Int32(parameters.count), texts, nil, nil, 0)
      }
      guard isSent == 1 else { throw broken() }
    }
    guard unsafe PQpipelineSync(handle) == 1 else { throw broken() }
    var answers: [PostgresResult] = []
    var failed: PostgresError?
    var isBetween = false
    while true {
      guard let result = unsafe PQgetResult(handle) else {
        // The end of the answer to one statement. Twice in a row it means that nothing more comes: the connection was
        // closed while it was idle.
        if unsafe isBetween || PQstatus(handle) != CONNECTION_OK { throw broken() }
        isBetween = true
        continue
      }
      isBetween = false
      if unsafe PQresultStatus(result) == PGRES_PIPELINE_SYNC {
        unsafe PQclear(result)
        break
      }
      do throws(PostgresError) { answers.append(unsafe try checked(result)) } catch {
        // The connection is closed, and `handle` with it.
        if unsafe self.handle == nil { throw error }
        failed = failed ?? error
      }
    }
    guard unsafe PQexitPipelineMode(handle) == 1 else { throw broken() }
    if let failed { throw failed }
    return answers
  }

  // MARK: Transactions

  /// Whether a transaction is open.
  package var isInTransaction: Bool {
    guard let handle = unsafe handle else { return false }
    return unsafe [PQTRANS_INTRANS, PQTRANS_INERROR].contains(PQtransactionStatus(handle))
  }

  /// Whether a transaction is open that an error has ended, or the connection is gone.
  package var hasFailed: Bool {
    guard let handle = unsafe handle else { return true }
    return unsafe PQtransactionStatus(handle) == PQTRANS_INERROR || PQstatus(handle) != CONNECTION_OK
  }

  /// Whether a transaction needs this connection. Statements then fail if it is lost; they do not run on another one.
  package var isHeld = false

  /// Gives up the transaction that is open.
  package func rollBack() {
    isHeld = false
    guard unsafe handle != nil, unsafe PQstatus(handle) == CONNECTION_OK else { return }
    do throws(PostgresError) { _ = try execute("ROLLBACK") } catch { close() }
  }

  // MARK: Preparing

  /// What the server knows about a statement: the types of its parameters and its columns.
  package func describe(_ sql: String) throws(PostgresError) -> PreparedStatement {
    let known = try prepare(sql)
    if known.isDescribed { return known }
    let result = unsafe try checked(PQdescribePrepared(try connected(), known.name))
    prepared[sql] = known.described(by: result)
    return prepared[sql] ?? known
  }

  /// Prepares all statements again when they are used.
  package func forgetStatements() throws(PostgresError) {
    if prepared.isEmpty { return }
    _ = unsafe try checked(PQexec(try connected(), "DEALLOCATE ALL"))
    prepared = [:]
  }

  private func prepare(_ sql: String) throws(PostgresError) -> PreparedStatement {
    let handle = unsafe try open()
    if let known = prepared[sql] { return known }
    if prepared.count >= Self.mostStatements { try forgetStatements() }
    named += 1
    let statement = PreparedStatement(name: "s\(named)")
    // Safe: libpq copies the texts.
    _ = unsafe try checked(PQprepare(handle, statement.name, sql, 0, nil))
    prepared[sql] = statement
    return statement
  }

  // MARK: Connecting

  /// The connection that `open` has returned, without another look at it.
  private func connected() throws(PostgresError) -> OpaquePointer {
    guard let handle = unsafe handle else { throw PostgresError("the connection was lost", isConnected: false) }
    return unsafe handle
  }

  /// The open connection.
  private func open() throws(PostgresError) -> OpaquePointer {
    if let handle = unsafe handle {
      if unsafe PQstatus(handle) == CONNECTION_OK, unsafe !wasEnded(handle) { return unsafe handle }
      close()
    }
    if isHeld { throw PostgresError("the connection was lost in a transaction", isConnected: false) }
    guard let new = unsafe newConnection() else { throw PostgresError("there is no memory for a connection") }
    unsafe handle = new
    guard unsafe PQstatus(new) == CONNECTION_OK else { throw broken() }
    // Safe: the closure uses nothing. What exists already is no news.
    unsafe PQsetNoticeProcessor(new, { _, _ in }, nil)
    opened += 1
    if setUp.isEmpty { return unsafe new }
    // Safe: libpq copies the text.
    do throws(PostgresError) { _ = unsafe try checked(PQexec(new, setUp)) } catch {
      close()
      throw error
    }
    return unsafe new
  }

  /// Whether the server has ended the connection while it was idle, for example because it has started again.
  private func wasEnded(_ handle: OpaquePointer) -> Bool {
    guard unsafe PQtransactionStatus(handle) == PQTRANS_IDLE else { return false }
    var socket = pollfd(fd: unsafe PQsocket(handle), events: Int16(POLLIN), revents: 0)
    // Without a question the server says only why it ends the connection, or something that a new connection knows, too.
    // Safe: the call looks at one local.
    return unsafe poll(&socket, 1, 0) > 0
  }

  /// Connects. What the URL says counts more than what is said here.
  private func newConnection() -> OpaquePointer? {
    // A database that has vanished must not keep a thread waiting.
    let parameters = [
      ("connect_timeout", "2"), ("tcp_user_timeout", "3000"), ("keepalives_idle", "2"), ("keepalives_interval", "1"),
      ("keepalives_count", "2"), ("client_encoding", "UTF8"), ("dbname", url),
    ]
    return unsafe withTexts(parameters.map(\.0) + [nil]) { names in
      unsafe withTexts(parameters.map(\.1) + [nil]) { values in unsafe PQconnectdbParams(names, values, 1) }
    }
  }

  private func close() {
    unsafe PQfinish(handle)
    unsafe handle = nil
    prepared = [:]
  }

  /// Takes a result, if it is no error.
  private func checked(_ result: OpaquePointer?) throws(PostgresError) -> PostgresResult {
    guard let pointer = unsafe result else { throw broken() }
    let result = unsafe PostgresResult(pointer)
    switch unsafe PQresultStatus(pointer) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE: return result
    default:
      if unsafe PQstatus(handle) != CONNECTION_OK { throw broken() }
      throw PostgresError(unsafe String(cString: PQresultErrorMessage(pointer)), state: result.state)
    }
  }

  /// Closes the connection, and returns why it cannot be used.
  private func broken() -> PostgresError {
    defer { close() }
    return PostgresError(unsafe String(cString: PQerrorMessage(handle)), isConnected: false)
  }

  /// Calls `body` with the texts as C wants them. Text of PostgreSQL has no zeros.
  private func withTexts<Result>(
    _ texts: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
  ) -> Result {
    var bytes: [CChar] = []
    let starts = texts.map { text -> Int? in
      guard let text else { return nil }
      defer {
        for byte in text.utf8 { bytes.append(byte == 0 ? CChar(UInt8(ascii: "?")) : CChar(bitPattern: byte)) }
        bytes.append(0)
      }
      return bytes.count
    }
    // Safe: the pointers are used inside the call alone, and libpq copies the texts.
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      let pointers = unsafe starts.map { start in unsafe start.flatMap { unsafe buffer.baseAddress?.advanced(by: $0) } }
      return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
    }
  }
}

/// What PostgreSQL says of an error.
package struct PostgresError: Error, CustomStringConvertible {
  package let text: String
  /// SQLSTATE, if the database has said what is wrong.
  package var state: String?
  /// Whether the connection can still be used.
  package var isConnected = true

  package init(_ text: String, state: String? = nil, isConnected: Bool = true) {
    (self.text, self.state, self.isConnected) = (text, state, isConnected)
  }

  /// Whether a statement was prepared before a table changed, or the server has forgotten it.
  package var isOutdatedStatement: Bool { state == "26000" || state == "0A000" && text.contains("cached plan") }

  package var description: String { text.split(separator: "\n").first.map(String.init) ?? text }
}

extension PostgresConnection {
  /// The name of the database at a URL, without the password.
  package static func name(of url: String) -> String {
    guard let options = unsafe PQconninfoParse(url, nil) else { return "PostgreSQL" }
    defer { unsafe PQconninfoFree(options) }
    var values: [String: String] = [:]
    var option = unsafe options
    // Safe: the list ends with an option without a name, and its texts live until it is freed.
    while let name = unsafe option.pointee.keyword {
      if let value = unsafe option.pointee.val { values[unsafe String(cString: name)] = unsafe String(cString: value) }
      unsafe option += 1
    }
    let host = values["host"] ?? values["hostaddr"] ?? "localhost"
    return "\(host)\(values["port"].map { ":" + $0 } ?? "")/\(values["dbname"] ?? values["user"] ?? "")"
  }
}
