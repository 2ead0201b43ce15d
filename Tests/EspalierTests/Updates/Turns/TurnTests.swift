import Testing

@testable import Espalier

/// What a host gets from a tree: one value for each piece of work.
@Suite struct TurnTests {
  private struct Line: Content {
    static let press = Event<String>("press")
    var text = "new"
    var html: HTML { "<p>\(text)</p><button \(Self.press, sends: "now")>Press</button>" }
  }

  /// Notes who is the visitor in a handler, in a task's result, and in a hook of the flush.
  private final class Desk: ContainerModel {
    let line = CellModel(Line(), key: "line")
    var seen: [String] = []

    override func didLoad() {
      add(line)
      on(Line.press) { desk, text in
        desk.remember("handler")
        desk.line.content.text = text
        desk.showNotice("Saved.")
        desk.task(holdingReply: true) {
          7
        } then: { desk, number in
          desk.remember("result")
          desk.add(CellModel(Line(text: "\(number)")))
        }
      }
    }

    override func willRender() { remember("hook") }

    private func remember(_ place: String) { seen.append("\(place): \(identity(String.self) ?? "nobody")") }
  }

  private final class Person: Visitor {
    func session<Value: Codable & Equatable & Sendable>(_ type: Value.Type) -> Session<Value>? { nil }
    func identity<Identity>(_ type: Identity.Type) -> Identity? { "Ida" as? Identity }
  }

  private let desk = Desk()
  private let tree: Tree

  init() {
    tree = Tree(desk)
    _ = tree.turn(.none, .unseen)
    desk.seen = []
  }

  private func press(_ text: String) throws -> (delivery: Delivery, turn: Turn) {
    try tree.turn(receiving: SentEvent("press", from: "line", data: .string(text), visitor: Person()))
  }

  @Test func `an event's turn has all that came of it, and the next has nothing`() throws {
    let (delivery, turn) = try press("on time")
    #expect(delivery.isHandled && turn.changes?.operations.count == 1)
    #expect(turn.effects == [.notice("Saved.")])
    #expect(turn.tasks.count == 1 && turn.holdsReply && turn.renders == 1)
    let next = tree.turn()
    #expect(next.changes == nil && next.effects.isEmpty && next.tasks.isEmpty && next.flushes == 0 && !next.holdsReply)
  }

  @Test func `a refused event changes nothing and flushes nothing`() {
    desk.line.content.text = "waits"
    #expect(throws: DeliveryError.self) {
      _ = try tree.turn(receiving: SentEvent("other", from: "line", data: .null))
    }
    #expect(tree.state.hasChanges && desk.seen.isEmpty)
  }

  @Test func `handlers and the results of tasks have the sender, and hooks of the flush have the owner`() throws {
    let task = try #require(try press("on time").turn.tasks.first)
    _ = tree.turn(.change { _ in task.receive(7) }, for: task.sender)
    #expect(desk.seen == ["handler: Ida", "result: Ida", "hook: nobody"])
  }

  @Test func `effects wait while changes wait for the end of a window`() {
    _ = tree.turn(.change { _ in desk.line.content.text = "1" }, .due(at: .zero))
    let turn = tree.turn(
      .change { _ in
        desk.line.content.text = "2"
        desk.line.focus()
      }, .due(at: .milliseconds(10)))
    #expect(turn.changes == nil && turn.effects.isEmpty && turn.nextPush == .milliseconds(50))
    let last = tree.turn(.none, .due(at: .milliseconds(50)))
    #expect(last.changes?.operations.count == 1 && last.effects == [.focus("line")] && last.nextPush == nil)
  }
}
