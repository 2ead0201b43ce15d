import EspalierTestSupport
import Testing

@testable import Espalier

/// Random trees of sources with random changes: what they announce is true, and viewers have what a new viewer loads.
@Suite struct SourceLaws {
  /// Shows a source and records what it announces.
  private final class Recorder: Source {
    var changes = RowChanges()

    init(_ source: Source) {
      super.init()
      show(source)
    }

    override func sourceChanged(_ source: Source, _ changes: RowChanges) {
      self.changes.append(changes)
      super.sourceChanged(source, changes)
    }
  }

  /// A row with a node of its own.
  private final class Cell: CellModel<Row> {}

  /// A row that is a list.
  private final class Plot: ContainerModel {
    init(_ row: Row) {
      super.init()
      show(row)
    }

    func show(_ row: Row) {
      header = CellModel(row)
      set(rows: (0..<row.text.count).map { Row(id: "\($0)") })
    }
  }

  /// Makes random sources and changes them.
  private struct Gardener {
    var random: SeededRandom
    var next = 0
    var arrays: [ArraySource<Row>] = []
    var composed: [ComposedSource] = []
    var keys: [ArraySource<Row>] = []
    var arranged: [ArrangedSource<Row>] = []
    /// The source whose editing is switched; it passes that on.
    var whole: Source?

    init(_ seed: Int) { random = SeededRandom(state: UInt64(seed)) }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    mutating func flip() -> Bool { Bool.random(using: &random) }

    mutating func row() -> Row {
      next += 1
      return Row(id: "r\(next)", text: "\(number(0...3))")
    }

    mutating func rows() -> [Row] { (0..<number(0...4)).map { _ in row() } }

    mutating func array() -> ArraySource<Row> {
      let source = ArraySource(rows())
      if number(0...3) == 0 { source.section.title = "title \(next)" }
      arrays.append(source)
      return source
    }

    mutating func source(depth: Int) -> Source {
      guard depth > 0, number(0...4) > 0 else { return array() }
      switch number(0...6) {
      case 5: return source(depth: depth - 1).map { (row: Row) in Row(id: row.id, text: row.text) }
      case 6:
        let rows = source(depth: depth - 1)
        let most = number(0...2)
        return flip()
          ? rows.node(keeping: most) { Cell($0) }
          : rows.node(keeping: most) {
            Plot($0)
          } update: {
            $0.show($1)
          }
      case 4:
        let extra: Source = flip() ? array() : source(depth: depth - 1)
        return EditingSource(source(depth: depth - 1), behind: flip() ? RowsSource([extra]) : SectionsSource([extra]))
      case 0, 1:
        let children = (0..<number(0...3)).map { _ in source(depth: depth - 1) }
        let whole: ComposedSource = flip() ? SectionsSource(children) : RowsSource(children)
        composed.append(whole)
        return whole
      case 2:
        // Each key has its array from the start, because making a source must not change the others.
        let groups = (0..<6).map { _ in rows() }
        let keys = ArraySource(someKeys())
        if flip() { self.keys.append(keys) }
        let source: Source =
          switch number(0...2) {
          case 0: GroupedSource(keys) { (key: String) in ArraySource(groups[Int(key) ?? 0]) }
          case 1:
            GroupedSource(
              source(depth: depth - 1), by: \Row.text, keys: keys, section: { SourceSection(title: $0) })
          default:
            GroupedSource(
              source(depth: depth - 1), by: \Row.text, order: flip() ? { $0 < $1 } : nil,
              section: { SourceSection(title: $0) })
          }
        return flip() ? RowsSource([source]) : source
      default:
        let source = ArrangedSource<Row>(source(depth: depth - 1))
        arranged.append(source)
        return source
      }
    }

    mutating func someKeys() -> [Row] {
      (0..<6).shuffled(using: &random).prefix(number(0...6)).map { Row(id: "\($0)", text: "key \(number(0...2))") }
    }

    /// Changes a source somewhere. Changes with several parts are one announcement.
    mutating func change() throws {
      switch number(0...10) {
      case 10: whole?.isEditing.toggle()
      case 0...5:
        guard let source = arrays.randomElement(using: &random) else { return }
        let parts = number(1...3)
        try source.together { for _ in 0..<parts { try change(source) } }
      case 6:
        guard let source = composed.randomElement(using: &random) else { return }
        change(source)
      case 7: if let source = keys.randomElement(using: &random) { source.rows = someKeys() }
      default: if let source = arranged.randomElement(using: &random) { change(source) }
      }
    }

    private mutating func change(_ source: ArraySource<Row>) throws {
      let last = source.rows.count - 1
      switch number(0...6) {
      case 0: source.append(row())
      case 1: try source.insert(row(), at: number(0...source.rows.count))
      case 2: source.section.header = Note(text: "header \(number(0...2))")
      case 3:
        let fresh = rows()
        source.rows = (source.rows + fresh).shuffled(using: &random).dropLast(1) + []
      case _ where last < 0: break
      case 4: try source.remove(at: number(0...last))
      case 5: try source.move(from: number(0...last), to: number(0...last))
      default:
        let index = number(0...last)
        try source.replace(index, with: Row(id: source.rows[index].id, text: "\(number(0...3))"))
      }
    }

    private mutating func change(_ source: ComposedSource) {
      switch number(0...3) {
      case 0: source.children.insert(self.source(depth: 1), at: number(0...source.children.count))
      case 1 where !source.children.isEmpty: source.children.remove(at: number(0...(source.children.count - 1)))
      case 2: source.children.shuffle(using: &random)
      default: source.children = source.children.dropLast() + [self.source(depth: 1)]
      }
    }

    private mutating func change(_ source: ArrangedSource<Row>) {
      switch number(0...3) {
      case 0:
        let most = "\(number(0...3))"
        source.filter = { $0.text <= most }
      case 1: source.filter = nil
      case 2: source.order = flip() ? { $0.text < $1.text } : { $0.text > $1.text }
      default: source.order = nil
      }
    }
  }

  private func contents(_ source: Source) throws -> [[Row?]] {
    try source.rowCounts().enumerated().map { section, count in
      try (0..<count).map { try source.row(at: RowPath(section: section, row: $0)) as? Row }
    }
  }

  /// The nodes of the rows, by section.
  private func nodes(_ list: ContainerModel, _ source: Source) -> [[Node]] {
    source.hasSections ? list.childNodes.map { ($0 as? ContainerModel)?.childNodes ?? [] } : [list.childNodes]
  }

  @Test(arguments: seeds(10_000))
  func `what sources announce is true, rows that stay keep their nodes, and viewers have the right page`(
    seed: Int
  ) throws {
    var gardener = Gardener(seed)
    let recorder = Recorder(gardener.source(depth: 3))
    gardener.whole = recorder
    let root = ContainerModel()
    root.children.source = recorder
    var viewed = try Viewed(root, hasDOM: seed % 8 == 0)
    for step in 0..<6 {
      let old = try contents(recorder)
      let oldNodes = nodes(root, recorder)
      recorder.changes = RowChanges()
      // Nobody looks at the rows between two changes.
      for _ in 0..<gardener.number(1...2) { try gardener.change() }
      let new = try contents(recorder)
      let place = "seed \(seed), step \(step), \(recorder.changes)"
      let origins = try RowOrigins(of: recorder.changes, from: old.map(\.count), to: new.map(\.count))
      let newNodes = nodes(root, recorder)
      #expect(newNodes.map { $0.map(\.key) } == new.map { $0.map { $0?.id ?? "" } }, "\(place)")
      for (section, row, origin) in origins.known {
        let (before, after) = (old[Int(origin.section)][Int(origin.row)], new[section][row])
        #expect(origin.isUpdated ? before?.id == after?.id : before == after, "\(place): \(section)-\(row)")
        #expect(
          oldNodes[Int(origin.section)][Int(origin.row)] === newNodes[section][row], "\(place): \(section)-\(row)")
      }
      try viewed.check()
    }
    #expect(viewed.tree.takeDiagnostics().isEmpty, "seed \(seed)")
  }

  /// A source that announces anything.
  private final class Liar: Source {
    var rows: [Row] = []

    override func rowCount(in section: Int) -> Int { rows.count }
    override func row(at path: RowPath) throws(SourceError) -> any Content & Identifiable {
      guard path.section == 0, rows.indices.contains(path.row) else { throw .row(path, count: rows.count) }
      return rows[path.row]
    }
  }

  @Test(arguments: seeds(500))
  func `whatever a source announces, viewers have its rows, and false announcements are reported`(seed: Int) throws {
    var gardener = Gardener(seed)
    let liar = Liar()
    let whole: Source =
      switch seed % 4 {
      case 0: liar
      case 1: SectionsSource([gardener.array(), liar])
      case 2: RowsSource([liar, gardener.array()])
      default: ArrangedSource<Row>(liar, by: { $0.text < $1.text })
      }
    let root = ContainerModel()
    root.children.source = whole
    var viewed = try Viewed(root)
    for _ in 0..<8 {
      liar.rows = (liar.rows + gardener.rows()).shuffled(using: &gardener.random).suffix(6) + []
      var changes = RowChanges()
      for _ in 0..<gardener.number(1...3) {
        let (one, other) = (gardener.number(-1...7), gardener.number(0...7))
        let path = RowPath(section: gardener.number(0...8) / 8, row: one)
        changes.append(
          [
            .insertRow(path), .removeRow(path), .updateRow(path), .moveRow(from: path, to: RowPath(row: other)),
            .insertSection(one), .removeSection(one), .updateSection(0),
          ][gardener.number(0...6)])
      }
      liar.announce(changes)
      // A row that was there twice for a moment keeps the key that it got.
      let shown = nodes(root, whole).map { $0.map { ($0 as? CellModel<Row>)?.content.id ?? "" } }
      // An announcement that leads to the right number of rows cannot be told from a true one.
      let reports = viewed.tree.takeDiagnostics()
      if reports.contains(where: { if case .source = $0 { true } else { false } }) {
        #expect(try shown == ids(whole), "seed \(seed), \(changes)")
      }
      try viewed.check()
    }
  }
}

extension RowOrigins {
  /// The rows that were there before, each with its place and its former place. Rows of sections that are read again
  /// are left out.
  fileprivate var known: [(section: Int, row: Int, origin: Origin)] {
    sections.enumerated().flatMap { index, section in
      (section.rows ?? []).enumerated().filter { !$1.isNew }.map { (index, $0, $1) }
    }
  }
}
