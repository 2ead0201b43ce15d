import EspalierTestSupport
import Synchronization
import Testing

@testable import Espalier

/// Who looks at a page, or has a node of it in view.
@Suite struct PresenceTests {
  private final class Guest: Visitor {
    private let name: Mutex<String?>
    init(_ name: String?) { self.name = Mutex(name) }

    func rename(_ name: String?) { self.name.withLock { $0 = name } }
    func session<Value: Codable & Equatable & Sendable>(_ type: Value.Type) -> Session<Value>? { nil }
    func identity<Identity>(_ type: Identity.Type) -> Identity? { name.withLock(\.self) as? Identity }
  }

  private final class Room: ContainerModel {
    static let here = SharedData<[String]>("here")
    private(set) var seen: [[String]] = []

    override func didLoad() {
      listen(toViewersAs: { $0.identity(String.self) }) { room, names in
        room.seen.append(names)
        room.share(names, to: Self.here)
      }
    }
  }

  private struct Button: Content, Identifiable {
    static let press = Event<NoData>("press")
    let id: String
    var people: [String] = []
    var html: HTML { "<button \(Self.press)>\(people.joined(separator: ", "))</button>" }
  }

  private func come(_ tree: Tree, _ client: String, _ guest: Guest?) {
    _ = tree.turn(.change { $0.viewerCame(client, guest) })
  }
  private func leave(_ tree: Tree, _ client: String) { _ = tree.turn(.change { $0.viewerLeft(client) }) }

  @Test func `a page knows who follows it, each person once, and tells the nodes below`() throws {
    let room = Room()
    let cell = CellModel(Button(id: "a"))
    room.add(cell)
    cell.subscribe(to: Room.here) { cell, names in cell.content.people = names }
    let tree = try Viewed(room).tree
    #expect(tree.state.asksForFollowers && room.seen.isEmpty)
    let (ada, alan) = (Guest("Ada"), Guest("Alan"))
    come(tree, "1", ada)
    come(tree, "2", alan)
    // A browser of the same person, one of somebody unknown, and a second stream.
    come(tree, "3", Guest("Ada"))
    come(tree, "4", Guest(nil))
    come(tree, "2", alan)
    #expect(room.seen == [["Ada"], ["Ada", "Alan"]] && cell.content.people == ["Ada", "Alan"])
    leave(tree, "1")
    #expect(room.seen.count == 3 && room.seen.last == ["Alan", "Ada"])
    for client in ["3", "5", "2"] { leave(tree, client) }
    #expect(room.seen.suffix(2) == [["Alan"], []])
  }

  @Test func `after an event, its sender may be somebody else`() throws {
    let room = Room()
    room.add(CellModel(Button(id: "a")))
    let tree = try Viewed(room).tree
    let (ada, alan) = (Guest("Ada"), Guest("Alan"))
    come(tree, "1", ada)
    come(tree, "2", alan)
    for guest in [ada, alan] { guest.rename("Grace") }
    func press(_ client: String, _ guest: Guest) throws {
      var event = SentEvent("press", from: "a", data: .null, visitor: guest)
      event.client = EventSender(browser: client, address: "")
      _ = try tree.turn(receiving: event)
    }
    try press("1", ada)
    #expect(room.seen.last == ["Grace", "Alan"])
    try press("2", alan)
    #expect(room.seen.last == ["Grace"])
    let count = room.seen.count
    try press("3", alan)
    #expect(room.seen.count == count)
    // The browser comes again with another session.
    come(tree, "2", Guest("Alonzo"))
    #expect(room.seen.last == ["Grace", "Alonzo"])
  }

  private final class Row: CellModel<Button> {
    override func didLoad() { listen(toViewersAs: { $0.identity(String.self) }) { $0.content.people = $1 } }
  }

  @Test func `a row knows who has it in view`() throws {
    let (root, list, rows) = (
      ContainerModel(), ContainerModel(id: "list"), ArraySource([Button(id: "a"), Button(id: "b")])
    )
    root.add(list)
    list.children.source = rows.node { Row($0) }
    let tree = try Viewed(root).tree
    #expect(!tree.state.asksForFollowers)
    func report(_ client: String, _ guest: Guest, _ appeared: [JSON], gone: [JSON] = [], window: String = "") throws {
      var event = SentEvent(
        "visibility", from: "",
        data: ["appeared": .array(appeared), "disappeared": .array(gone), "viewer": .string(window)], visitor: guest)
      event.client = EventSender(browser: client, address: "")
      _ = try tree.turn(receiving: event)
    }
    func people(_ id: String) -> [String]? { (list.children[id: id] as? Row)?.content.people }
    let (ada, alan) = (Guest("Ada"), Guest("Alan"))
    try report("1", ada, ["list/a", "list/b"])
    try report("2", alan, ["list/a"])
    #expect(people("a") == ["Ada", "Alan"] && people("b") == ["Ada"])
    // A second window of the same browser.
    try report("1", ada, ["list/a"], window: "other")
    try report("1", ada, [], gone: ["list/a"])
    #expect(people("a") == ["Alan", "Ada"])
    leave(tree, "1")
    #expect(people("a") == ["Alan"] && people("b") == [])
    // A row that leaves and comes back is in nobody's view.
    rows.remove(id: "a")
    _ = tree.turn()
    rows.append(Button(id: "a"))
    _ = tree.turn()
    #expect(people("a") == [])
  }

  @Test func `listening ends`() throws {
    let root = ContainerModel()
    let tree = try Viewed(root).tree
    var count = 0
    let listening = root.listen(toViewersAs: { $0.identity(String.self) }) { _, _ in count += 1 }
    come(tree, "1", Guest("Ada"))
    listening.cancel()
    come(tree, "2", Guest("Alan"))
    #expect(count == 1)
  }
}
