import Testing

@testable import Espalier

/// Reports of viewers about rows that ask for them.
@Suite struct VisibilityTests {
  /// A row that records its visibility hooks.
  private final class Watched: CellModel<Row> {
    let log: Box<[String]>

    init(_ id: String, _ log: Box<[String]>, _ visibility: Visibility? = .inView) {
      self.log = log
      super.init(Row(id: id))
      self.visibility = visibility
    }

    override func didAppear() { log.value.append("+\(content.id)") }
    override func didDisappear() { log.value.append("-\(content.id)") }
    override func didProgress(_ percent: Int) { log.value.append("\(content.id) \(percent)") }
  }

  private let log = Box<[String]>([])
  private let events = Box<[String]>([])
  private let list = ContainerModel(id: "list")
  private let tree: Tree

  init() {
    let root = ContainerModel()
    root.add(list)
    for id in ["a", "b", "c", "d"] { list.add(Watched(id, log)) }
    list.add(Row(id: "plain"))
    tree = Tree(root)
    _ = tree.flushAll()
    let events = events
    root.on(Visibility.appeared) { events.value.append("+\($1)") }
    root.on(Visibility.disappeared) { events.value.append("-\($1)") }
  }

  @discardableResult
  private func report(
    _ appeared: [JSON] = [], gone: [JSON] = [], by viewer: String = "1", traced: Bool = false
  ) throws -> Delivery {
    let data: JSON = ["appeared": .array(appeared), "disappeared": .array(gone), "viewer": .string(viewer)]
    return try tree.receive("visibility", from: "", data: data, traced: traced)
  }

  private func take<T>(_ box: Box<[T]>) -> [T] {
    defer { box.value = [] }
    return box.value
  }

  @Test func `only rows that ask for reports have the class, and this can change`() throws {
    var viewed = try Viewed(ContainerModel())
    let (cell, container) = (CellModel(Row(id: "x")), ContainerModel(id: "y"))
    viewed.tree.root.add([cell, container])
    try viewed.flush()
    #expect(viewed.snapshot.children.map(\.classes) == ["", ""])
    cell.visibility = .within(screens: 2)
    container.visibility = .atTop
    container.layout = .grid
    try viewed.flush()
    #expect(
      viewed.snapshot.children.map(\.classes) == [
        "e-visibility e-visibility-2", "e-grid e-visibility e-visibility-top",
      ])
    #expect(try viewed.fault() == nil)
    (cell.visibility, container.visibility) = (nil, nil)
    try viewed.flush()
    #expect(viewed.snapshot.children.map(\.classes) == ["", "e-grid"])
    #expect(try viewed.fault() == nil && viewed.faultInDOM() == nil)
  }

  @Test func `a content may ask for reports, and its node may override that`() {
    struct Wishing: Content {
      var visibility: Visibility? { .inView }
      var html: HTML { "<p></p>" }
    }
    let cells = [CellModel(Wishing()), CellModel(Wishing())]
    cells[1].visibility = .atTop
    #expect(
      cells.map { $0.classes(for: .height(40)) } == ["e-h-40 e-visibility", "e-h-40 e-visibility e-visibility-top"])
  }

  @Test func `a report runs the rows' hooks in list order, disappearances first (PLG-08)`() throws {
    try report(["list/b", "list/a"])
    #expect(take(log) == ["+a", "+b"])
    let delivery = try report(["list/d", "list/c"], gone: ["list/b", "list/a"], traced: true)
    #expect(take(log) == ["-a", "-b", "+c", "+d"])
    #expect(take(events) == ["+list/a", "+list/b", "-list/a", "-list/b", "+list/c", "+list/d"])
    #expect(
      delivery.isHandled && delivery.route.map(\.address) == Array(repeating: ["list", ""], count: 4).flatMap(\.self))
  }

  @Test func `the changes of all rows are one change set`() throws {
    list.on(Visibility.appeared) { list, address in
      (list.descendant(at: String(address.last ?? "-")) as? CellModel<Row>)?.content.text = "seen"
    }
    try report(["list/a", "list/b", "list/c"])
    let changes = tree.flushAll()
    #expect(changes?.operations.count == 3 && !tree.hasChanges)
  }

  @Test func `a report about a row that did not ask is refused, and no row receives anything`() {
    #expect(throws: DeliveryError.unreportedVisibility("list/plain")) { try report(["list/a", "list/plain"]) }
    #expect(throws: DeliveryError.unreportedVisibility("list")) { try report(["list"]) }
    #expect(throws: DeliveryError.self) { try tree.receive("visibility", from: "", data: ["appeared": 7]) }
    #expect(throws: DeliveryError.unknownEvent("visibility", known: [])) {
      try tree.receive("visibility", from: "list", data: ["appeared": ["list/a"]])
    }
    #expect(log.value == [] && events.value == [])
  }

  @Test func `a row that asks receives how much of it is in view, after it has appeared (A22)`() throws {
    let shares = Box<[VisibilityProgress]>([])
    list.add(Watched("q", log, .inQuarters))
    _ = tree.flushAll()
    list.on(Visibility.progressed) { shares.value.append($1) }
    let report: JSON = ["appeared": ["list/q"], "progressed": ["list/q", "list/gone"], "percent": [75, 25]]
    #expect(try tree.receive("visibility", from: "", data: report).isHandled)
    #expect(log.value == ["+q", "q 75"] && shares.value == [VisibilityProgress(row: "list/q", percent: 75)])
    // In the form of form data, and out of range.
    _ = try tree.receive("visibility", from: "", data: ["progressed": "list/q", "percent": "400"], fromForm: true)
    #expect(log.value.last == "q 100")
    #expect(throws: DeliveryError.unreportedVisibility("list/a")) {
      try tree.receive("visibility", from: "", data: ["progressed": ["list/a"], "percent": [50]])
    }
    #expect(throws: DeliveryError.self) { try tree.receive("visibility", from: "", data: ["progressed": ["list/q"]]) }
    #expect(log.value.count == 3)
  }

  @Test func `a row that a report names thousands of times gets only the last value`() throws {
    list.add(Watched("q", log, .inQuarters))
    _ = tree.flushAll()
    let rows = (0..<4000).map { _ in JSON.string("list/q") }
    let percents = (0..<4000).map { JSON.int(Int64($0 % 100)) }
    let report: JSON = ["progressed": .array(rows), "percent": .array(percents)]
    #expect(try tree.receive("visibility", from: "", data: report).isHandled == false)
    #expect(log.value == ["q 99"])
  }

  @Test func `an unknown member of a report is refused by name`() {
    let error = #expect(throws: DeliveryError.self) {
      try tree.receive("visibility", from: "", data: ["appeared": ["list/a"], "apeared": []])
    }
    guard case .payload(let payload)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(payload.field == "data.apeared")
    #expect(payload.reason == "is not known; a report has appeared, disappeared, progressed, percent, viewer")
    #expect(log.value == [])
  }

  @Test func `a report ignores missing rows, and disappearances of rows that never appeared`() throws {
    #expect(try !report(["list/gone", "nowhere"], gone: ["list/a", "list/gone", "list/plain"]).isHandled)
    #expect(log.value == [])
  }

  @Test func `form data may name one row or several`() throws {
    _ = try tree.receive("visibility", from: "", data: ["appeared": "list/a"], fromForm: true)
    _ = try tree.receive("visibility", from: "", data: ["appeared": ["list/b", "list/c"]], fromForm: true)
    _ = try tree.receive("visibility", from: "", data: [:], fromForm: true)
    #expect(log.value == ["+a", "+b", "+c"])
  }

  @Test func `each viewer reports separately, and the row counts them`() throws {
    let row = list.children[0]
    for (viewer, count) in [("1", 1), ("2", 2), ("2", 2), ("1", 2)] {
      try report(["list/a"], by: viewer)
      #expect(row.viewerCount == count)
    }
    for (viewer, count) in [("1", 1), ("1", 1), ("3", 1), ("2", 0)] {
      try report(gone: ["list/a"], by: viewer)
      #expect(row.viewerCount == count)
    }
    #expect(log.value == ["+a", "+a", "-a", "-a"])
  }

  @Test func `who makes up windows has 32 of them, and an empty report is nobody`() throws {
    try report(gone: ["list/a"])
    #expect(!tree.state.knowsViewers)
    for number in 0..<100 { try report(["list/a"], by: "window \(number)") }
    #expect(list.children[0].viewerCount == 32)
    try report(gone: ["list/a"], by: "window 99")
    #expect(list.children[0].viewerCount == 31)
    #expect(throws: DeliveryError.self) { try report(["list/a"], by: String(repeating: "x", count: 65)) }
  }

  @Test func `what a viewer had in view disappears when the viewer does not follow the page any more`() throws {
    try report(["list/a", "list/b"])
    _ = (take(log), take(events))
    tree.viewerLeft("somebody else")
    #expect(list.children[0].viewerCount == 1)
    tree.viewerLeft("")
    #expect(take(log) == ["-a", "-b"] && take(events) == ["-list/a", "-list/b"] && list.children[0].viewerCount == 0)
    // Somebody who comes back reports anew.
    try report(["list/b"])
    #expect(take(log) == ["+b"] && list.children[1].viewerCount == 1)
  }

  @Test func `a handler that stops the event of one row does not stop the others`() throws {
    list.on(Visibility.appeared) { list, address in if address == "list/a" { list.stopPropagation() } }
    try report(["list/a", "list/b"])
    #expect(take(events) == ["+list/b"] && log.value == ["+a", "+b"])
  }

  @Test func `a row that leaves disappears for all viewers, and later reports about it change nothing`() throws {
    for viewer in ["1", "2"] { try report(["list/a", "list/b"], by: viewer) }
    _ = (take(log), take(events))
    let row = list.children[0]
    list.remove(row)
    list.children[0].isHidden = true
    _ = tree.flushAll()
    #expect(take(log) == ["-a", "-b"] && take(events) == ["-list/a", "-list/b"] && row.viewerCount == 0)
    try report(gone: ["list/a", "list/b"])
    #expect(take(log) == [] && take(events) == [])
  }

  @Test func `rows in a container that leaves disappear too, and containers above receive it`() throws {
    try report(["list/a"])
    tree.root.remove(list)
    _ = tree.flushAll()
    #expect(log.value == ["+a", "-a"] && events.value == ["+list/a", "-list/a"])
  }

  @Test func `a row that moves to another container stays in view`() throws {
    let other = ContainerModel(id: "other")
    tree.root.add(other)
    _ = tree.flushAll()
    try report(["list/a"])
    let row = list.children[0]
    other.add(row)
    _ = tree.flushAll()
    #expect(row.viewerCount == 1 && log.value == ["+a"])
    try report(gone: ["other/a"])
    #expect(log.value == ["+a", "-a"] && row.viewerCount == 0)
  }

  @Test func `a new row with the same id takes over the viewers of the old one`() throws {
    try report(["list/a", "list/b"])
    _ = (take(log), take(events))
    let (old, heir, blind) = (list.children[0], Watched("a", log), Watched("b", log, nil))
    list.children.replace(old, with: heir)
    list.children.replace(list.children[1], with: blind)
    let changes = tree.flushAll()
    #expect(changes?.summary.allSatisfy { $0.hasPrefix("update") } == true)
    #expect(take(log) == ["-a", "+a", "-b"] && take(events) == ["-list/a", "+list/a", "-list/b"])
    #expect(old.viewerCount == 0 && heir.viewerCount == 1 && blind.viewerCount == 0)
    #expect(tree.snapshot().children[0].children[1].classes == "", "it no longer asks for reports, so it has no class")
  }

  @Test func `a change that a row makes when it disappears joins the next flush`() throws {
    let (list, root) = (list, tree.root)
    root.on(Visibility.disappeared) { _, _ in list.add(Row(id: "new")) }
    try report(["list/a"])
    list.remove(list.children[0])
    #expect(tree.flush()?.summary == ["remove list/a"])
    #expect(tree.flush()?.summary == ["insert list/new"] && !tree.hasChanges)
  }
}
