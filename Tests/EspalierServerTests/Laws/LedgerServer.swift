import EspalierLocks
import Espalier
import EspalierServerTestSupport

@testable import EspalierHTTP
@testable import EspalierServer

/// A site with the ledger page that tests ask without sockets and threads. Records what the page shows at each version.
struct LedgerServer {
  private let store = MemoryStore()
  private let limits: PageLimits
  private var site: Site
  private(set) var history: [Version: JSON] = [:]
  private(set) var version = Version(epoch: "none")

  init(journal: Int) throws {
    var limits = PageLimits()
    limits.journal = journal
    self.limits = limits
    site = Self.start(store, limits)
    try note()
  }

  private static func start(_ store: MemoryStore, _ limits: PageLimits) -> Site {
    Site(templates: "none", files: "none", limits: Limits(pages: limits), store: PageStore(store), log: .silent) {
      Page("/ledger", title: "Ledger") { Ledger() }
    }
  }

  /// What the page shows now.
  var document: JSON? { history[version] }

  /// Ends the process and begins another one. Only saved state is left.
  mutating func restart() throws {
    site = Self.start(store, limits)
    try note()
  }

  /// Sends the page's one event.
  mutating func post(_ act: Ledger.Act, id: String?) throws -> Response {
    let data: JSON = ["what": .string(act.what.rawValue), "token": .string(act.token), "at": .int(Int64(act.at))]
    var event: JSON = ["node": "desk", "event": "act", "data": data]
    if let id, case .object(var object) = event {
      object["id"] = .string("a-ledger-entry-\(id)")
      event = .object(object)
    }
    let headers: Headers = [.accept: MediaType.jsonPatch.description, .contentType: MediaType.json.description]
    let response = try reply(to: Request(.post, "/ledger/events", headers: headers, body: event.bytes))
    try note()
    return response
  }

  /// The page as JSON, with its version as the entity tag.
  func page() throws -> Response {
    try reply(to: Request(.get, "/ledger", headers: [.accept: MediaType.json.description]))
  }

  /// The changes since a version, as one document.
  func catchUp(since version: Version) throws -> Response {
    let headers: Headers = [.accept: MediaType.json.description]
    return try reply(to: Request(.get, "/ledger/patches?since=\(version)", headers: headers))
  }

  /// A stream since a version in the query, or since the last event that a browser received.
  func stream(since version: Version, lastEvent: String?) throws -> EventStream {
    var headers: Headers = [.accept: MediaType.eventStream.description]
    headers[.lastEventID] = lastEvent
    let target = "/ledger/patches?dialect=json-patch&since=\(version)"
    guard case .stream(let stream) = try reply(to: Request(.get, target, headers: headers)).body else {
      throw LawBroken("there is no stream")
    }
    return stream
  }

  /// Runs the work left to other threads, so that each step begins after the one before has ended.
  func settle() { site.settle() }

  private func reply(to request: Request) throws -> Response {
    settle()
    let answered = Lock<Response?>(nil)
    site.responder.respond(to: request, Answer { response in answered.withLock { $0 = response } })
    guard let response = answered.withLock({ $0 }), response.status == .ok else {
      throw LawBroken("\(request.target.raw) did not get status 200")
    }
    return response
  }

  /// Records what the page shows at its version.
  private mutating func note() throws {
    guard let page = try site.core.page(at: "/ledger") else { throw LawBroken("there is no page") }
    let seen = Lock<(Version, JSON)?>(nil)
    settle()
    try site.core.instance(of: page, for: nil).enter { instance in
      let now = (instance.version, JSONDialect.document(instance.tree.snapshot()))
      seen.withLock { $0 = now }
    }
    guard let (version, document) = seen.withLock({ $0 }) else { throw LawBroken("the lane is busy") }
    guard history[version].map({ $0 == document }) ?? true else { throw LawBroken("\(version) shows two things") }
    history[version] = document
    self.version = version
  }
}

/// A violation of a law.
struct LawBroken: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
