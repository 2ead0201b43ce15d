import Espalier

@testable import EspalierHTTP
@testable import EspalierServer

/// The page of the laws: small, changed in every way, with a token for each event that it received.
final class Ledger: ContainerModel {
  struct Act: Codable, Sendable {
    enum What: String, Codable, CaseIterable { case add, remove, move, edit, reverse, nothing }
    let what: What
    let token: String
    let at: Int
  }
  struct Desk: Content {
    static let act = Event<Act>("act")
    var heard: [String] = []
    var html: HTML { "<form \(Self.act)><input name=\"what\"><input name=\"token\"><input name=\"at\"></form>" }
  }
  struct Line: Content, Identifiable {
    let id: Int
    var text: String
    var html: HTML { "<p>\(text)</p>" }
  }

  private var lines = (0..<3).map { Line(id: $0, text: "line \($0)") }
  private var heard: [String] = []

  override func didLoad() {
    persist(\.lines, as: "lines")
    persist(\.heard, as: "heard")
    show()
    on(Desk.act) { $0.take($1) }
  }

  private func show() {
    set {
      Desk(heard: heard)
      ListSection("lines") { lines }
    }
  }

  private func take(_ act: Act) {
    guard act.what != .nothing else { return }
    heard.append(act.token)
    let index = lines.isEmpty ? nil : act.at % lines.count
    switch (act.what, index) {
    case (.remove, let index?): lines.remove(at: index)
    case (.move, let index?): lines.append(lines.remove(at: index))
    case (.edit, let index?): lines[index].text = act.token
    case (.reverse, _): lines.reverse()
    default: lines.insert(Line(id: (lines.map(\.id).max() ?? 0) + 1, text: act.token), at: index ?? 0)
    }
    show()
  }
}
