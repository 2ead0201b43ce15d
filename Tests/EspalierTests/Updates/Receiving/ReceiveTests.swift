import Testing

@testable import Espalier

/// A cell with a button for each kind of payload.
private struct Panel: Content, Identifiable {
  struct Step: Codable, Sendable {
    let product: String
    let by: Int
  }
  static let count = Event<Int>("count")
  static let bare = Event<NoData>("bare")
  static let step = Event<Step>("step")

  let id: String
  var isOpen = true
  var html: HTML {
    if isOpen {
      "<button \(Self.count, sends: 1)>+</button><button \(Self.bare)>!</button><form \(Self.step)></form>"
    } else {
      "<button \(Self.bare)>!</button>"
    }
  }
}

@Suite struct ReceiveTests {
  private let panel = CellModel(Panel(id: "panel"))
  private let folder = ContainerModel(id: "folder")
  private let tree: Tree

  init() {
    folder.add(panel)
    let root = ContainerModel()
    root.add(folder)
    tree = Tree(root)
    _ = tree.flushAll()
  }

  private func error(_ label: String, _ address: String = "folder/panel", _ data: JSON) -> DeliveryError? {
    do throws(DeliveryError) {
      _ = try tree.receive(label, from: address, data: data)
      return nil
    } catch {
      return error
    }
  }

  @Test func `an event from a client is decoded and bubbles`() throws {
    var seen: [String] = []
    folder.on(Panel.count) { seen.append("\($1)") }
    tree.root.on(Panel.step) { seen.append("\($1.product) \($1.by)") }
    _ = try tree.receive("count", from: "folder/panel", data: 5)
    _ = try tree.receive("step", from: "folder/panel", data: ["product": "id1", "by": -1])
    _ = try tree.receive("step", from: "folder/panel", data: ["product": "id1", "by": "7"], fromForm: true)
    #expect(seen == ["5", "id1 -1", "id1 7"])
  }

  @Test func `data of the wrong type is refused with the name of its field, and no handler runs (EDC-28, H-A1)`() {
    tree.root.on(Panel.count) { _ in Issue.record("called") }
    tree.root.on(Panel.step) { _ in Issue.record("called") }
    tree.site = { _ in
      Issue.record("called")
      return true
    }
    guard case .payload(let wrong)? = error("count", "folder/panel", "x") else {
      Issue.record("not refused")
      return
    }
    #expect(wrong.field == "data")
    guard case .payload(let inner)? = error("step", "folder/panel", ["product": "id1", "by": "x"]) else {
      Issue.record("not refused")
      return
    }
    #expect(inner.field == "data.by")
    #expect(tree.flushAll() == nil)
  }

  @Test func `an event without data is delivered whatever data was sent (EDC-28)`() throws {
    var called = 0
    tree.root.on(Panel.bare) { _ in called += 1 }
    for data: JSON in ["x", nil, 5, [1], ["a": 1]] {
      _ = try tree.receive("bare", from: "folder/panel", data: data)
    }
    #expect(called == 5)
  }

  @Test func `an unknown, hidden, removed or unlisted node receives nothing (WEB-02, H-A17)`() {
    #expect(error("count", "folder/other", 1) == .unknownNode("folder/other"))
    #expect(error("count", "panel", 1) == .unknownNode("panel"))
    #expect(error("count", "", 1) == .unknownEvent("count", known: []))
    #expect(error("count", "folder/panel/deeper", 1) == .unknownNode("folder/panel/deeper"))
    folder.isHidden = true
    _ = tree.flushAll()
    #expect(error("count", "folder/panel", 1) == .unknownNode("folder/panel"))
    folder.isHidden = false
    _ = tree.flushAll()
    #expect(error("count", "folder/panel", 1) == nil)
    folder.remove(panel)
    #expect(error("count", "folder/panel", 1) == .unknownNode("folder/panel"))
    let late = CellModel(Panel(id: "late"))
    folder.add(late)
    #expect(error("count", "folder/late", 1) == .unknownNode("folder/late"), "no viewer has seen it")
  }

  @Test func `a cell receives only events that it currently renders`() {
    #expect(error("other", "folder/panel", 1) == .unknownEvent("other", known: ["count", "bare", "step"]))
    panel.content.isOpen = false
    _ = tree.flushAll()
    #expect(error("count", "folder/panel", 1) == .unknownEvent("count", known: ["bare"]))
  }

  @Test func `a traced delivery contains the event's way and the shared data`() throws {
    let total = SharedData<Int>("total")
    panel.subscribe(to: total) { _, _ in }
    folder.on(Panel.count) { folder, value in folder.share(value * 2, to: total) }
    let delivery = try tree.receive("count", from: "folder/panel", data: 4, traced: true)
    #expect(delivery.route == [.init(address: "folder", handled: true), .init(address: "", handled: false)])
    #expect(delivery.shares.map(\.name) == ["total"])
    #expect(delivery.shares.map(\.by) == ["folder"])
    #expect(delivery.shares.map(\.to) == [["folder/panel"]])
    #expect(delivery.shares.map(\.value) == [8])
    #expect(!delivery.isStopped)
    let receipt = Receipt.document(delivery, version: "e.2", instance: JSONObject(), changes: nil)
    #expect(
      receipt.description
        == #"{"version":"e.2","event":"count","route":[{"node":"folder","handled":true},{"node":"","handled":false}],"#
        + #""stopped":false,"shared":[{"name":"total","by":"folder","to":["folder/panel"],"value":8}],"notified":[],"patch":[]}"#
    )
  }
}
