import CPostgres
import EspalierServer

/// One connection to PostgreSQL. It stays on its thread, which waits for each answer. After a failure it connects again
/// with the next statement.
@safe final class PostgresConnection {
  private let url: String
  private var handle: OpaquePointer?
  /// The names of the statements that the server has prepared, by their text.
  private var prepared: [String: String] = [:]

  init(_ url: String) { self.url = url }

  deinit { unsafe PQfinish(handle) }

  /// Runs a statement and returns its rows. Null is nil.
  func run(_ sql: String, _ parameters: [String?] = []) throws(PageStoreError) -> [[String?]] {
    let handle = unsafe try open()
    let name = try prepare(sql)
    let result = unsafe withTexts(parameters) { texts in
      unsafe PQexecPrepared(handle, name, Int32(parameters.count), texts, nil, nil, 0)
    }
    return unsafe try rows(of: result)
  }

  /// Gives up the transaction that is open.
  func rollBack() {
    guard unsafe handle != nil, unsafe PQstatus(handle) == CONNECTION_OK else { return }
    do throws(PageStoreError) { _ = try run("ROLLBACK") } catch { close() }
  }

  /// Runs statements without parameters in one transaction.
  func runScript(_ script: String) throws(PageStoreError) {
    let handle = unsafe try open()
    // Safe: libpq copies the text.
    _ = unsafe try rows(of: PQexec(handle, script))
  }

  /// A statement with its parameters.
  typealias Statement = (sql: String, parameters: [String?])

  /// Runs statements in one transaction, with one journey to the server. Returns the rows of each.
  func runAll(_ all: [Statement]) throws(PageStoreError) -> [[[String?]]] {
    let handle = unsafe try open()
    var names: [String: String] = [:]
    for statement in all where names[statement.sql] == nil { names[statement.sql] = try prepare(statement.sql) }
    guard unsafe PQenterPipelineMode(handle) == 1 else { throw broken() }
    for (sql, parameters) in all {
      let name = names[sql] ?? ""
      let isSent = unsafe withTexts(parameters) { texts in
        unsafe PQsendQueryPrepared(handle, name, Int32(parameters.count), texts, nil, nil, 0)
      }
      guard isSent == 1 else { throw broken() }
    }
    guard unsafe PQpipelineSync(handle) == 1 else { throw broken() }
    var answers: [[[String?]]] = []
    var failed: PageStoreError?
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
      do throws(PageStoreError) { answers.append(unsafe try rows(of: result)) } catch {
        // The connection is closed, and `handle` with it.
        if unsafe self.handle == nil { throw error }
        failed = failed ?? error
      }
    }
    guard unsafe PQexitPipelineMode(handle) == 1 else { throw broken() }
    if let failed { throw failed }
    return answers
  }

  /// The open connection.
  private func open() throws(PageStoreError) -> OpaquePointer {
    if let handle = unsafe handle {
      if unsafe PQstatus(handle) == CONNECTION_OK { return unsafe handle }
      close()
    }
    guard let new = unsafe connect() else { throw PageStoreError("there is no memory for a connection") }
    unsafe handle = new
    guard unsafe PQstatus(new) == CONNECTION_OK else { throw broken() }
    // Safe: the closure uses nothing. What exists already is no news.
    unsafe PQsetNoticeProcessor(new, { _, _ in }, nil)
    // A node that is paused in a transaction must not keep others from taking over. Safe: libpq copies the text.
    _ = unsafe try rows(of: PQexec(new, "SET idle_in_transaction_session_timeout = 1000"))
    return unsafe new
  }

  /// Connects. What the URL says counts more than what is said here.
  private func connect() -> OpaquePointer? {
    // A database that has vanished must not keep a node waiting.
    let parameters = [
      ("connect_timeout", "2"), ("tcp_user_timeout", "3000"), ("keepalives_idle", "2"), ("keepalives_interval", "1"),
      ("keepalives_count", "2"), ("dbname", url),
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

  /// The name of a prepared statement.
  private func prepare(_ sql: String) throws(PageStoreError) -> String {
    if let name = prepared[sql] { return name }
    let name = "s\(prepared.count)"
    // Safe: libpq copies the texts.
    _ = unsafe try rows(of: PQprepare(handle, name, sql, 0, nil))
    prepared[sql] = name
    return name
  }

  /// Takes a result apart, and frees it.
  private func rows(of result: OpaquePointer?) throws(PageStoreError) -> [[String?]] {
    defer { unsafe PQclear(result) }
    switch unsafe PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK: break
    default:
      if unsafe PQstatus(handle) != CONNECTION_OK { throw broken() }
      let text = unsafe String(cString: PQresultErrorMessage(result))
      // Safe: the text lives as long as the result.
      let state = unsafe PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { unsafe String(cString: $0) }
      // Class 40: another transaction was in the way. The same one may work next time.
      throw PageStoreError(
        "the database reports an error", isTemporary: state?.hasPrefix("40") == true,
        underlying: PostgresError(text: text, state: state))
    }
    let columns = unsafe 0..<PQnfields(result)
    return unsafe (0..<PQntuples(result)).map { row in
      columns.map { column in
        // Safe: the result lives until this function returns, and the text ends with a zero.
        unsafe PQgetisnull(result, row, column) == 1 ? nil : String(cString: PQgetvalue(result, row, column))
      }
    }
  }

  /// The connection is of no use any more.
  private func broken() -> PageStoreError {
    defer { close() }
    return PageStoreError(
      "the database does not answer", isTemporary: true,
      underlying: PostgresError(text: unsafe String(cString: PQerrorMessage(handle))))
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
struct PostgresError: Error, CustomStringConvertible {
  let text: String
  /// SQLSTATE, if the database has said what is wrong.
  var state: String?
  var description: String { text.split(separator: "\n").first.map(String.init) ?? text }
}

extension [String?] {
  /// The value of an array of texts, as PostgreSQL reads it.
  var postgresArray: String {
    let items = map { item in
      guard let item else { return "NULL" }
      var text = "\""
      for character in item.unicodeScalars {
        if character == "\"" || character == "\\" { text += "\\" }
        text.unicodeScalars.append(character)
      }
      return text + "\""
    }
    return "{\(items.joined(separator: ","))}"
  }
}
