import Espalier
import EspalierServer

/// Pages whose handlers change the session of whoever sends an event: shared ones, and one of each browser that shows it.
final class GatePage: ContainerModel {
  struct Visit: Codable, Hashable, Sendable {
    var name = ""
    var count = 0
  }

  struct Gate: Content {
    static let count = Event<NoData>("count")
    static let enter = Event<String>("enter")
    static let leave = Event<NoData>("leave")
    var presses = 0
    var visit = Visit()
    var html: HTML {
      """
      <p>\(visit.name) \(visit.count)</p><button \(Self.count)>Count</button><button \(Self.leave)>Leave</button>\
      <form \(Self.enter)><input name="data" aria-label="Name"></form>
      """
    }
  }

  struct Location: SiteURL {
    static let path = "/gate/{number}"
    var number: Int
  }

  @SiteBuilder static var parts: [any SitePart] {
    Page(Location.self, title: "Gate") { _ in GatePage() }.onAnyNode()
    Page("/visit", title: "Visit", scope: .browser) { GatePage() }.onAnyNode()
    Route(.get, "/visitor") { request in
      .text(request.session(Visit.self).map { "\($0.value.name) \($0.value.count)" } ?? "")
    }.onAnyNode()
  }

  private var presses = 0
  private let cell = CellModel(Gate())

  override func didLoad() {
    persist(\.presses, as: "presses")
    add(cell)
    if let visit = session(Visit.self) { listen(to: visit) { $0.cell.content.visit = $1 } }
    on(Gate.count) { page, _ in
      page.presses += 1
      page.session(Visit.self)?.update { $0.count += 1 }
    }
    on(Gate.enter) { page, name in
      page.presses += 1
      guard let visit = page.session(Visit.self), visit.renew() else { return }
      visit.update { $0.name = name }
    }
    on(Gate.leave) { page, _ in page.session(Visit.self)?.end() }
  }
}
