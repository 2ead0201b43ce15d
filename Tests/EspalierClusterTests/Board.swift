import Espalier
import EspalierHTTP
import EspalierLocks
import EspalierServer

/// A page that keeps what it heard, and a service that counts.
final class Board: ContainerModel {
  struct Desk: Content, Identifiable {
    static let add = Event<String>("add")
    var id = 1
    var heard: [String] = []
    var counted = 0
    var html: HTML {
      "<p>\(heard.joined(separator: " ")) = \(counted)</p><form \(Self.add)><input name=\"data\"></form>"
    }
  }
  private var heard: [String] = []

  /// Shows a text that no event brought, and that is not kept.
  func say(_ text: String) { add(CellModel(Note(text: text))) }

  struct Note: Content, Identifiable {
    var id: String { text }
    var text: String
    var html: HTML { "<p>\(text)</p>" }
  }

  override func didLoad() {
    persist(\.heard, as: "heard")
    let desk = CellModel(Desk())
    add(desk)
    let show = { (board: Board) in
      desk.content.heard = board.heard
      desk.content.counted = board.service(Tally.self)?.count.value ?? 0
    }
    show(self)
    on(Desk.add) {
      $0.heard.append($1)
      $0.service(Tally.self)?.count.update { $0 += 1 }
      show($0)
    }
  }
}

final class Tally: Sendable {
  let count = Signal(0)
}

extension Machines {
  /// Starts a server of the board.
  func startBoard(_ address: String, version: Int = 0, isCut: Bool = false) throws -> Machine {
    try start(address, version: version, isCut: isCut) { store, clock in
      Site(store: store, log: .silent, clock: clock) { Page("/board", title: "Board") { Board() } }
        .provide(Tally()) { $0.persist(\.count, as: "count") }
    }
  }
}

extension Machine {
  /// Posts a text, always with the same id. Returns the status of the reply.
  func add(_ text: String) async throws -> Int {
    try await post("/board/events?node=1&event=add&id=event-\(text)-0123456789", "data=\(text)").status.code
  }

  /// What the page shows.
  func shown() async throws -> String {
    let text = try await get("/board").text
    return text.split(separator: "<p>").dropFirst().first?.split(separator: "</p>").first.map(String.init) ?? text
  }
}
