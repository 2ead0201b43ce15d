import Espalier
import EspalierCluster
import EspalierHTTP
import EspalierLocks
import EspalierServerTestSupport
import EspalierTestSupport
import EspalierTesting

@testable import EspalierServer

/// What a site of the tests keeps for a browser.
struct Visit: Codable, Hashable, Sendable {
  var name = ""
  var count = 0
}

/// A page whose handlers change the session of whoever sends an event. It saves how often it was pressed, and shows its
/// browser's session.
final class Desk: ContainerModel {
  struct Sheet: Content, Identifiable {
    static let press = Event<String>("press")
    static let enter = Event<String>("enter")
    static let leave = Event<String>("leave")
    var id = 1
    var presses = 0
    var visit = Visit()
    var html: HTML {
      """
      <p>\(presses) \(visit.count) \(visit.name)</p><form \(Self.press)><input name="data"></form>\
      <form \(Self.enter)><input name="data"></form><form \(Self.leave)><input name="data"></form>
      """
    }
  }
  private var presses = 0

  override func didLoad() {
    persist(\.presses, as: "presses")
    let sheet = CellModel(Sheet(presses: presses))
    add(sheet)
    if let visit = session(Visit.self) { listen(to: visit) { sheet.content.visit = $1 } }
    on(Sheet.press) { desk, _ in
      desk.presses += 1
      sheet.content.presses = desk.presses
      desk.session(Visit.self)?.update { $0.count += 1 }
    }
    on(Sheet.enter) { desk, name in
      guard let visit = desk.session(Visit.self) else { return }
      visit.renew()
      visit.update { $0.name = name }
    }
    on(Sheet.leave) { desk, _ in desk.session(Visit.self)?.end() }
  }
}

private struct DeskURL: SiteURL {
  static let path = "/desk/{number}"
  var number: Int
}

extension Machines {
  /// Starts a server with sessions. Pages of the site, shared pages and those of browsers change them, and a route.
  func startDesks(_ address: String) throws -> Machine {
    try start(address) { store, clock in
      Site(limits: .spacious, store: store, log: .silent, clock: clock) {
        Page("/site", title: "Site") { Desk() }
        Page(DeskURL.self, title: "Desk") { _ in Desk() }.onAnyNode()
        Page("/own", title: "Own", scope: .browser) { Desk() }.onAnyNode()
        Route(.get, "/name") { .text($0.session(Visit.self)?.value.name ?? "nobody") }.onAnyNode()
        Route(.post, "/count") { request in
          request.session(Visit.self)?.update { $0.count += 1 }
          return .text("done")
        }.onAnyNode()
      }.provideSession(Visit(), as: "visit")
    }
  }
}

/// A browser with its cookie, which it sends to any server.
final class Visitor: Sendable {
  private let kept: Lock<String?>
  var cookie: String? { kept.withLock { $0 } }

  init(at machine: Machine) async throws { kept = Lock(try await machine.get("/own").cookie) }

  /// A browser with a cookie.
  init(cookie: String?) { kept = Lock(cookie) }

  /// Sends an event, always with the same id for the same text.
  @discardableResult
  func send(_ event: String, _ text: String, to path: String = "/desk/1", at machine: Machine) async throws -> Response
  {
    let reply = try await machine.post(
      "\(path)/events?node=1&event=\(event)&id=event-\(text)-0123456789", "data=\(text)", cookie: cookie)
    if let new = reply.cookie { kept.withLock { $0 = new } }
    return reply
  }

  func get(_ path: String, at machine: Machine, accept: String = "text/html") async throws -> Response {
    var headers: Headers = [.accept: accept]
    headers[.cookie] = cookie
    return try await machine.get(path, headers)
  }

  /// How often its session was changed, and its name, as its own page shows them.
  func shown(at machine: Machine) async throws -> String {
    machine.site.settle()
    let text = try await get("/own", at: machine).text
    guard let start = text.firstRange(of: "<p>"), let end = text.firstRange(of: "</p>") else { return text }
    return text[start.upperBound..<end.lowerBound].split(separator: " ").dropFirst().joined(separator: " ")
  }
}
