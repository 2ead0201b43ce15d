import Testing

@testable import Espalier

/// The plugin that tells containers how viewers scroll.
@Suite struct ScrollingTests {
  private let list = ContainerModel(id: "list")
  private let tree: Tree
  private let heard = Box<[[Scrolling.Moment]]>([])

  init() {
    list.add(["a", "b"].map { CellModel(Row(id: $0)) })
    let root = ContainerModel()
    root.add(list)
    root.on(Scrolling.scrolled) { [heard] in heard.value.append($1.moments) }
    tree = Tree(root)
    _ = tree.flushAll()
  }

  private func report(_ data: JSON, from address: String = "list", fromForm: Bool = false) throws(DeliveryError) {
    _ = try tree.receive("scrolled", from: address, data: data, fromForm: fromForm)
  }

  private func refusal(_ data: JSON) throws -> String {
    let error = try #require(throws: DeliveryError.self) { try report(data) }
    guard case .payload(let payload) = error else { return "\(error)" }
    return "\(payload.field) \(payload.reason)"
  }

  @Test func `a container that asks hears what a viewer did, in one report (E27, E28)`() throws {
    list.add(Scrolling())
    _ = tree.flushAll()
    #expect(list.resolvedLayout.featureClasses == "e-scrolls")
    try report(["moments": ["began", "forward", "lastRowInView"]])
    try report(["moments": ["endReached", "ended"]], fromForm: true)
    #expect(heard.value == [[.began, .forward, .lastRowInView], [.endReached, .ended]])
    #expect(tree.flushAll() == nil)
  }

  @Test func `a report that nobody asked for is refused`() throws {
    let error = #expect(throws: DeliveryError.self) { try report(["moments": ["began"]]) }
    #expect(error == .unknownEvent("scrolled", known: []))
    list.add(Scrolling())
    // The plugin is that of the list, and not of its rows or of the page.
    #expect(throws: DeliveryError.self) { try report(["moments": ["began"]], from: "list/a") }
    #expect(throws: DeliveryError.self) { try report(["moments": ["began"]], from: "") }
    #expect(heard.value.isEmpty)
  }

  @Test func `unknown members and moments are named`() throws {
    list.add(Scrolling())
    #expect(try refusal(["moments": ["began"], "speed": 3]).contains("data.speed is not known; a report has moments"))
    #expect(try refusal(["moments": ["began", "flew"]]).contains("data.moments"))
    #expect(try refusal([:]).contains("data.moments"))
    #expect(try refusal(["moments": []]).contains("data.moments is empty"))
    #expect(try refusal(["moments": ["began", "ended", "began"]]).contains("data.moments has a moment twice"))
    #expect(heard.value.isEmpty)
  }

  @Test func `a container knows which of its rows viewers have in view, if it asks for them (A65)`() throws {
    list.add(Scrolling(followsRows: true))
    _ = tree.flushAll()
    func see(_ appeared: JSON, _ disappeared: JSON = []) throws {
      _ = try tree.receive("visibility", from: "", data: ["appeared": appeared, "disappeared": disappeared])
    }
    func inView() -> [String] { list.children.filter { $0.viewerCount > 0 }.map(\.nodeKey) }
    try see(["list/a", "list/b"])
    #expect(inView() == ["a", "b"])
    try see([], ["list/a"])
    #expect(inView() == ["b"])
    list.add(CellModel(Row(id: "c")))
    _ = tree.flushAll()
    try see(["list/c"], ["list/b"])
    #expect(inView() == ["c"])
  }

  @Test func `sections of a source report for themselves`() throws {
    let shelf = ContainerModel(id: "shelf")
    shelf.children.source = SectionsSource([ArraySource([Row(id: "x")], section: SourceSection(id: "one"))])
    let scrolling = shelf.add(Scrolling())
    list.parent?.add(shelf)
    _ = tree.flushAll()
    try report(["moments": ["startReached"]], from: "shelf/one")
    #expect(heard.value == [[.startReached]])
    shelf.remove(scrolling)
    #expect(throws: DeliveryError.self) { try report(["moments": ["startReached"]], from: "shelf/one") }
  }
}
