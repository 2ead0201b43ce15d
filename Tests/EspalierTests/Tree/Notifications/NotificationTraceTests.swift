import Testing

@testable import Espalier

/// Notifications in receipts and traces.
@Suite struct NotificationTraceTests {
  private let sample = CalledTree()

  /// A tap makes the root notify the parents of I1, and S then notifies its children.
  private func wire() {
    sample.root.on(Row.tap) { [sample] root, _ in
      sample["I1"].notify((any Caller).self, .parents) { $0.call() }
    }
    sample["S"].onCall = { $0.notify((any Caller).self, .children) { _ in } }
  }

  private let parents = Trace.Notification(type: "Caller", scope: .parents, by: "F/S/I1", to: ["F/S", "F", ""])
  private let children = Trace.Notification(type: "Caller", scope: .children, by: "F/S", to: ["F/S/I1", "F/S/I2"])

  @Test func `a traced delivery lists the notifications that it caused, in order`() throws {
    wire()
    let delivery = try sample.tree.receive("tap", from: "G/J", data: 1, traced: true)
    #expect(delivery.notifications == [parents, children])
    let receipt = Receipt.document(delivery, version: "e.1", instance: JSONObject([]), changes: nil)
    #expect(
      receipt["notified"] == [
        ["type": "Caller", "scope": "parents", "by": "F/S/I1", "to": ["F/S", "F", ""]],
        ["type": "Caller", "scope": "children", "by": "F/S", "to": ["F/S/I1", "F/S/I2"]],
      ])
    #expect(try sample.tree.receive("tap", from: "G/J", data: 1).notifications.isEmpty)
  }

  @Test func `a receipt includes notifications posted because of a handler's own event`() throws {
    let done = Event<NoData>("done")
    sample.root.on(Row.tap) { [sample] _, _ in sample["J"].send(done) }
    sample.root.on(done) { $0.notify((any Caller).self, .reusable) { _ in } }
    let delivery = try sample.tree.receive("tap", from: "F/S/I1", data: 1, traced: true)
    #expect(delivery.notifications.map(\.to) == [["", "F", "F/S", "F/S/I1", "F/S/I2", "G", "G/J"]])
  }

  @Test func `a receipt lists only nodes that were called`() throws {
    sample.root.on(Row.tap) { root, _ in root.notify((any Caller).self, .children) { $0.call() } }
    sample["I1"].onCall = { [sample] _ in sample.root.remove(sample["G"]) }
    let delivery = try sample.tree.receive("tap", from: "F/S/I2", data: 1, traced: true)
    #expect(delivery.notifications.map(\.to) == [["F", "F/S", "F/S/I1", "F/S/I2"]])
  }

  @Test func `a trace lists notifications where they were posted, and names the site's as such`() throws {
    wire()
    sample.tree.isWatched = true
    _ = try sample.tree.receive("tap", from: "G/J", data: 1)
    let steps = sample.tree.takeTrace().steps
    #expect(
      Array(steps.suffix(3)) == [.asked("", event: "tap", handled: true), .notified(parents), .notified(children)])
    sample["S"].onCall = nil
    sample.tree.notify((any Caller).self) { $0.call() }
    let all = ["", "F", "F/S", "F/S/I1", "F/S/I2", "G", "G/J"]
    #expect(sample.tree.takeTrace().steps == [.notified(.init(type: "Caller", scope: nil, by: "site", to: all))])
    #expect(
      [Trace.Step.notified(parents), .notified(.init(type: "Caller", scope: nil, by: "site", to: all))].map(
        \.description)
        == ["Caller called by F/S/I1, heard by 3", "Caller called by the site, heard by 7"])
  }
}
