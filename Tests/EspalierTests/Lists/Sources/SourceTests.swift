import EspalierTestSupport
import Testing

@testable import Espalier

/// What a source announced.
final class Heard: SourceOwner {
  private(set) var changes: [RowChanges] = []
  private(set) var errors: [String] = []
  let source: Source

  init(_ source: Source) {
    self.source = source
    _ = source.isAdopted(by: self)
  }

  func sourceChanged(_ source: Source, _ changes: RowChanges) { self.changes.append(changes) }
  func sourceReports(_ error: SourceError, _ source: Source) { errors.append("\(error)") }
  func refuse(_ error: SourceError) { errors.append("\(error)") }
  func isInside(_ source: Source) -> Bool { false }

  /// What was announced since the last call, one line for each change, and an empty line between announcements.
  func take() -> [String] {
    defer { changes = [] }
    return Array(changes.map { $0.all.map(\.description) }.joined(separator: [""]))
  }
}

/// A source with several sections of plain rows, which counts what it is asked for.
final class Shelf: Source {
  var sections: [[String]]
  var titles: [IndexTitle]?
  var header: Note?
  private(set) var asked: [String] = []
  private(set) var editings: [Bool] = []

  init(_ sections: [[String]], titles: [IndexTitle]? = nil) {
    self.sections = sections
    self.titles = titles
  }

  /// A number of rows in each section.
  convenience init(_ name: String, _ counts: Int...) {
    self.init(counts.enumerated().map { section, count in (0..<count).map { "\(name)\(section)\($0)" } })
  }

  override var hasSections: Bool { true }
  override var sectionCount: Int { sections.count }
  override var indexTitles: [IndexTitle]? { titles }
  override func rowCount(in section: Int) throws(SourceError) -> Int {
    guard sections.indices.contains(section) else { throw .section(section, count: sections.count) }
    return sections[section].count
  }
  override func row(at path: RowPath) throws(SourceError) -> any Content & Identifiable {
    asked.append("\(path)")
    guard path.row < (try rowCount(in: path.section)) else { throw .row(path, count: sections[path.section].count) }
    return Row(id: sections[path.section][path.row])
  }
  override func section(at index: Int) throws(SourceError) -> SourceSection {
    SourceSection(id: String?.none, header: header)
  }
  override func editingChanged() { editings.append(isEditing) }
}

/// The rows of a source, by section.
func ids(_ source: Source) throws -> [[String]] {
  try source.rowCounts().enumerated().map { section, count in
    try (0..<count).map { try source.row(at: RowPath(section: section, row: $0)).key ?? "" }
  }
}

/// Sources made of sources.
@Suite struct ComposedSourceTests {
  private let d1 = Shelf("a", 1, 2, 0)
  private let d2 = Shelf("b", 1, 2, 3, 4, 5)
  private let dx = Shelf("x", 2, 2)

  @Test func `sections of several sources follow one another (MSC-01, MSC-02, MSC-05, MSC-06)`() throws {
    let source = SectionsSource([d1, d2])
    let heard = Heard(source)
    #expect(source.sectionCount == 8)
    source.children.append(dx)
    #expect(source.children.map(ObjectIdentifier.init) == [d1, d2, dx].map(ObjectIdentifier.init))
    #expect(dx.owner === source)
    #expect(heard.take() == ["inserted section 8", "inserted section 9"])
    #expect(try source.rowCount(in: 1) == 2)
    #expect(try source.rowCount(in: 7) == 5)
    #expect(throws: SourceError.section(10, count: 10)) { try source.rowCount(in: 10) }
    _ = try source.row(at: RowPath(section: 0, row: 0))
    _ = try source.row(at: RowPath(section: 3, row: 0))
    #expect(d1.asked == ["0-0"] && d2.asked == ["0-0"])
    #expect(throws: SourceError.section(10, count: 10)) { try source.row(at: RowPath(section: 10, row: 0)) }
    #expect(try ids(source)[2].isEmpty)
    let empty = SectionsSource()
    #expect(empty.sectionCount == 0)
  }

  @Test func `what changes in two arrays at once is announced as it is, and sections stay`() throws {
    let (todo, done) = (ArraySource([Row(id: "a"), Row(id: "b")]), ArraySource([Row(id: "c")]))
    let list = ContainerModel()
    list.children.source = ArrangedSource<Row>(SectionsSource([todo, done]))
    var viewed = try Viewed(list)
    let sections = Array(list.children)
    try todo.together {
      let row = try todo.remove(at: 0)
      done.append(row)
    }
    let same = list.children.elementsEqual(sections, by: ===)
    #expect(same)
    #expect(list.children.map { ($0 as? ContainerModel)?.children.map(\.nodeKey) } == [["b"], ["c", "a"]])
    try viewed.check()
    #expect(viewed.tree.takeDiagnostics() == [])
  }

  @Test func `a source inserted before others comes first (MSC-02)`() throws {
    let source = SectionsSource([d1, d2])
    let heard = Heard(source)
    source.children.insert(dx, at: 0)
    #expect(source.children.first === dx)
    #expect(heard.take() == ["inserted section 0", "inserted section 1"])
  }

  @Test func `each removed section counts in the list that the one before it left (MSC-03, MSC-04)`() throws {
    let source = SectionsSource([d1, d2])
    let heard = Heard(source)
    source.children.remove(at: 1)
    #expect(heard.take() == Array(repeating: "removed section 3", count: 5))
    source.children.removeAll { $0 === d1 }
    #expect(heard.take() == Array(repeating: "removed section 0", count: 3))
    #expect(source.children.isEmpty && d1.owner == nil)
  }

  @Test func `an index title leads to its true section (MSC-08, MSC-09, H-D3)`() {
    let source = SectionsSource([d1, d2])
    #expect(source.indexTitles == nil)
    d1.titles = []
    #expect(source.indexTitles == [])
    d1.titles = [IndexTitle("1", section: 0)]
    d2.titles = [IndexTitle("2", section: 0), IndexTitle("3", section: 4)]
    #expect(
      source.indexTitles == [IndexTitle("1", section: 0), IndexTitle("2", section: 3), IndexTitle("3", section: 7)])
    let outer = SectionsSource([dx, source])
    #expect(outer.indexTitles?.map(\.target) == [.section(2), .section(5), .section(9)])
    #expect(SectionsSource().indexTitles == nil)
  }

  @Test func `what a source announces is offset by what is before it (MSC-10)`() {
    let source = SectionsSource([d1, d2])
    let heard = Heard(source)
    d2.sections[0].append("new")
    d2.announce(RowChanges([.insertRow(RowPath(row: 1))]))
    #expect(heard.take() == ["inserted row 3-1"])
    d2.sections.remove(at: 2)
    d2.announce(RowChanges([.removeSection(2)]))
    #expect(heard.take() == ["removed section 5"])
    d2.sections[1].insert(d2.sections[0].remove(at: 0), at: 0)
    d2.announce(RowChanges([.moveRow(from: RowPath(row: 0), to: RowPath(section: 1, row: 0))]))
    #expect(heard.take() == ["moved row 3-0 to 4-0"])
    d1.announce(RowChanges([.updateRow(RowPath(row: 0))]))
    #expect(heard.take() == ["updated row 0-0"])
  }

  @Test func `rows of several sources are one list (MRW-01, MRW-03, MRW-04)`() throws {
    let source = RowsSource([Shelf("a", 3), Shelf("b", 5)])
    let heard = Heard(source)
    #expect(source.sectionCount == 1 && !source.hasSections)
    #expect(try source.rowCount(in: 0) == 8)
    source.children.append(Shelf("x", 2))
    #expect(heard.take() == ["inserted row 0-8", "inserted row 0-9"])
    #expect(throws: SourceError.section(1, count: 1)) { try source.rowCount(in: 1) }
    #expect(throws: SourceError.row(RowPath(section: 1, row: 0), count: 10)) {
      try source.row(at: RowPath(section: 1, row: 0))
    }
    for (counts, sum) in [((0, 0), 0), ((1, 0), 1), ((1, 1), 2)] {
      #expect(try RowsSource([Shelf("a", counts.0), Shelf("b", counts.1)]).rowCount(in: 0) == sum)
    }
    let (one, two) = (Shelf("a", 1), Shelf("b", 1))
    let both = RowsSource([one, two])
    _ = try both.row(at: RowPath(row: 0))
    #expect(one.asked == ["0-0"] && two.asked.isEmpty)
    _ = try both.row(at: RowPath(row: 1))
    #expect(one.asked == ["0-0"] && two.asked == ["0-0"])
  }

  @Test func `changes of rows are offset by the rows before them (MRW-05)`() {
    let (one, two) = (Shelf("a", 3), Shelf("b", 5))
    let source = RowsSource([one, two])
    let heard = Heard(source)
    two.sections[0].remove(at: 1)
    two.announce(RowChanges([.removeRow(RowPath(row: 1))]))
    #expect(heard.take() == ["removed row 0-4"])
  }

  @Test func `one list has all rows of all sections, and the first header there is (MRW-06, H-D4)`() throws {
    let source = RowsSource([d1, d2])
    #expect(try source.rowCount(in: 0) == 18)
    #expect(try ids(source) == [d1.sections.flatMap(\.self) + d2.sections.flatMap(\.self)])
    d2.header = Note(text: "theirs")
    #expect(try source.section(at: 0).header as? Note == Note(text: "theirs"))
    let titled: Source = .rows([Shelf("c", 1)], section: SourceSection(header: Note(text: "own")))
    #expect(try titled.section(at: 0).header as? Note == Note(text: "own"))
    d2.titles = [IndexTitle("b", section: 2)]
    #expect(source.indexTitles == [IndexTitle("b", section: 0)])
    let heard = Heard(source)
    d1.sections[1].insert("new", at: 1)
    d1.sections.append(["last"])
    d1.announce(RowChanges([.insertRow(RowPath(section: 1, row: 1)), .insertSection(3)]))
    #expect(heard.take().prefix(2) == ["inserted row 0-2", "inserted row 0-4"])
  }

  @Test func `sources are inserted and removed by index (MUL-02)`() throws {
    for (index, expected) in [(0, ["x00", "a00", "b00"]), (1, ["a00", "x00", "b00"]), (2, ["a00", "b00", "x00"])] {
      let source = SectionsSource([Shelf("a", 1), Shelf("b", 1)])
      source.children.insert(Shelf("x", 1), at: index)
      #expect(try ids(source).flatMap(\.self) == expected)
    }
    let source = RowsSource([Shelf("a", 1), Shelf("b", 1)])
    source.children.remove(at: 1)
    source.children.remove(at: 0)
    #expect(try source.rowCount(in: 0) == 0)
  }

  @Test func `the same sources again change nothing and say nothing (MUL-03, H-D5)`() {
    for source in [SectionsSource([d1]), RowsSource([d2])] {
      let heard = Heard(source)
      source.children.removeAll { $0 === dx }
      #expect(heard.changes.isEmpty && heard.errors.isEmpty && source.children.count == 1)
    }
  }

  @Test func `each source is told once that editing is on (MUL-04)`() {
    let source = SectionsSource([d1, RowsSource([d2])])
    source.isEditing = true
    source.isEditing = true
    #expect(d1.editings == [true] && d2.editings == [true])
    source.children.append(dx)
    #expect(dx.editings == [true])
  }

  @Test func `setting no sources announces that all rows are gone (MUL-05, H-D5)`() throws {
    let source = SectionsSource([d1, d2])
    let heard = Heard(source)
    source.children = []
    #expect(heard.take().count == 8 && source.sectionCount == 0)
  }

  @Test func `a source in two places is refused and reported, and so is one inside itself`() throws {
    let inner = RowsSource([d1])
    let source = SectionsSource([inner, d2])
    let heard = Heard(source)
    source.children.append(d1)
    #expect(heard.errors == ["\(SourceError.inUse)"] && source.children.count == 2)
    inner.children.append(source)
    #expect(heard.errors.count == 2 && inner.children.count == 1)
    let list = ContainerModel()
    let tree = Tree(list)
    list.children.source = inner
    #expect(list.children.source == nil)
    #expect(tree.takeDiagnostics().map(\.description).joined().contains("the source is in use elsewhere"))
    source.children.removeAll { $0 === inner }
    list.children.source = inner
    #expect(list.children.count == 3)
  }

  private struct At: SiteURL {
    static let path = "/at"
    var row: ListAnchor?
  }

  private final class Window: WindowedSource {
    override func rowCount(in section: Int) -> Int { 1 }
    override func row(at path: RowPath) -> any Content & Identifiable { Row(id: "\(ObjectIdentifier(self).hashValue)") }
  }

  @Test func `of two long lists in one container the first has the edges, and the second is reported`() throws {
    let (list, small, first, second) = (ContainerModel(), Window(), Window(), Window())
    let all = Source.sections([small, first, second])
    list.children.source = all
    list.footer = .laterRows { At(row: $0) }
    let tree = try Viewed(list).tree
    var asked: [String] = []
    first.showLater = { asked.append("first") }
    second.showLater = { asked.append("second") }
    var part = ListWindow()
    (part.isAtEnd, part.count, part.shown) = (false, 10, 1)
    for source in [first, second] {
      source.show(part)
      source.reportUnreachableRows()
    }
    #expect(
      tree.takeDiagnostics().map(\.description).joined().contains("put each long list into a container of its own"))
    func round() throws -> Int { try #require(list[ListWindow.state]?.round) }
    func press(_ round: Int) throws { _ = try tree.receive("later", from: "footer", data: .int(Int64(round))) }
    let begun = try round()
    try press(begun)
    #expect(asked == ["first"])
    // A list above that becomes long leaves them where somebody reads.
    small.show(part)
    try press(try round())
    #expect(asked == ["first", "first"])
    // When the first list is whole, the edges lead to the rows of the second, but not from where somebody saw them before.
    let seen = try round()
    small.show(ListWindow())
    first.show(ListWindow())
    #expect(try round() > seen)
    for old in [begun, seen] { try press(old) }
    #expect(asked == ["first", "first"], "presses that were meant for another window")
    try press(try round())
    #expect(asked == ["first", "first", "second"])
    // So do they when it has gone.
    first.show(part)
    all.children = [small, first]
    try press(try round())
    #expect(asked.last == "first")
  }
}
