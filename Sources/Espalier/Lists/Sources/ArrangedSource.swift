/// The rows of another source, filtered and sorted in each section.
///
/// ```swift
/// let shown = ArrangedSource(people, where: { $0.isActive }, by: { $0.name < $1.name })
/// shown.filter = { $0.name.hasPrefix("A") }
/// ```
///
/// A change of one row evaluates the filter for this row, and compares it with as few others as a binary search needs.
public final class ArrangedSource<Row: Identifiable>: Source {
  /// Tells which rows are shown. Nil shows all.
  public var filter: ((Row) -> Bool)? { didSet { arrangeAll() } }
  /// Tells whether one row comes before another. Nil keeps the order of the source. Rows that are equal in order keep
  /// it too.
  public var order: ((Row, Row) -> Bool)? { didSet { arrangeAll() } }
  /// For each section, the rows of the source that are shown, in order.
  private var shown: [[Int]] = []
  /// For each section, the number of rows of the source, as it was announced last.
  private var counts: [Int] = []
  private let source: Source

  /// The rows of a source that a filter lets through, sorted. Rows of other types than `Row` are left out.
  public init(
    _ source: Source, where filter: ((Row) -> Bool)? = nil, by order: ((Row, Row) -> Bool)? = nil
  ) {
    self.filter = filter
    self.order = order
    self.source = source
    super.init()
    show(source)
    reportingErrors { () throws(SourceError) in
      counts = try source.rowCounts()
      shown = try counts.indices.map { section throws(SourceError) in try arranged(section) }
    }
  }

  private func reportingErrors(_ body: () throws(SourceError) -> Void) {
    do { try body() } catch { report(error) }
  }

  override public func rowCount(in section: Int) throws(SourceError) -> Int {
    guard shown.indices.contains(section) else { throw .section(section, count: shown.count) }
    return shown[section].count
  }

  override public var sectionCount: Int { shown.count }

  override func holder(of path: RowPath) throws(SourceError) -> (source: Source, path: RowPath)? {
    guard shown.indices.contains(path.section), shown[path.section].indices.contains(path.row) else {
      throw .row(path, count: shown.indices.contains(path.section) ? shown[path.section].count : 0)
    }
    return (source, RowPath(section: path.section, row: shown[path.section][path.row]))
  }

  /// Deletes rows. A row can be moved only in a source whose rows are all shown, in their own order.
  override public func carryOut(_ edit: RowEdit) -> Bool {
    switch edit {
    case .delete(let path):
      guard let (source, path) = try? holder(of: path) else { return false }
      return source.carryOut(.delete(path))
    case .move: return filter == nil && order == nil && shown.map(\.count) == counts && source.carryOut(edit)
    }
  }

  /// A row of the source, if the filter lets it through.
  private func candidate(_ section: Int, _ row: Int) throws(SourceError) -> Row? {
    guard let row = try source.row(at: RowPath(section: section, row: row), as: Row.self) else { return nil }
    return filter?(row) ?? true ? row : nil
  }

  /// Filters and sorts a whole section.
  private func arranged(_ section: Int) throws(SourceError) -> [Int] {
    var rows: [(index: Int, row: Row)] = []
    for index in 0..<counts[section] {
      if let row = try candidate(section, index) { rows.append((index, row)) }
    }
    guard let order else { return rows.map(\.index) }
    return rows.sorted { order($0.row, $1.row) || !order($1.row, $0.row) && $0.index < $1.index }.map(\.index)
  }

  /// Filters and sorts all sections after the filter or the order has changed.
  private func arrangeAll() {
    reportingErrors { () throws(SourceError) in
      var changes = RowChanges()
      for section in shown.indices {
        let new = try arranged(section)
        changes.append(RowChanges(ListDiff(from: shown[section], to: new), section: section))
        shown[section] = new
      }
      announce(changes)
    }
  }

  override func sourceChanged(_ source: Source, _ changes: RowChanges) {
    reportingErrors { () throws(SourceError) in
      do throws(SourceError) {
        try follow(RowOrigins(of: changes, from: counts, to: source.rowCounts()), changes)
      } catch {
        report(error)
        try startAgain()
      }
    }
  }

  /// Reads everything again, and announces all sections as new.
  private func startAgain() throws(SourceError) {
    let old = shown.count
    counts = try source.rowCounts()
    shown = try counts.indices.map { section throws(SourceError) in try arranged(section) }
    announce(RowChanges((0..<old).map { _ in .removeSection(0) } + shown.indices.map { .insertSection($0) }))
  }

  private func follow(_ origins: RowOrigins, _ changes: RowChanges) throws(SourceError) {
    let old = (shown: shown, counts: counts)
    counts = try source.rowCounts()
    // Sections come and go as in the source; then each section that stays has its rows arranged.
    var announced = RowChanges(changes.all.filter { !$0.isOfRow })
    var new: [[Int]] = []
    for (index, section) in origins.sections.enumerated() {
      guard let former = section.old, let origins = section.rows else {
        new.append(try arranged(index))
        continue
      }
      // By row of the source, the former place here.
      var places = [Int32](repeating: -1, count: old.counts[former])
      for (place, row) in old.shown[former].enumerated() { places[row] = Int32(truncatingIfNeeded: place) }
      func formerPlace(_ row: Int) -> Int32 {
        let origin = origins[row]
        return Int(origin.section) == former ? places[Int(origin.row)] : -1
      }
      let rows = try arranged(index, origins, former, formerPlace)
      new.append(rows)
      announced.append(
        RowChanges(
          ListDiff(places: rows.map(formerPlace), in: old.shown[former].count), section: index))
      for (place, row) in rows.enumerated() where origins[row].isUpdated && formerPlace(row) >= 0 {
        announced.append(.updateRow(RowPath(section: index, row: place)))
      }
    }
    shown = new
    announce(announced)
  }

  /// Filters and sorts the rows that are new or updated into those that are shown already.
  private func arranged(
    _ index: Int, _ origins: [RowOrigins.Origin], _ former: Int, _ formerPlace: (Int) -> Int32
  ) throws(SourceError) -> [Int] {
    var kept: [(row: Int, place: Int32)] = []
    var changed: [Int] = []
    for (row, origin) in origins.enumerated() {
      let place = formerPlace(row)
      if place < 0 || origin.isUpdated {
        // A row that stayed out before stays out, unless it is new here or has another content.
        let wasHidden = Int(origin.section) == former && place < 0 && !origin.isUpdated
        if !wasHidden, try candidate(index, row) != nil { changed.append(row) }
      } else {
        kept.append((row, place))
      }
    }
    guard order != nil else { return (kept.map(\.row) + changed).sorted() }
    // Rows that are equal in order follow the source, so a move in the source can change their order here.
    if hasMoves(origins, former) { return try arranged(index) }
    var rows = kept.sorted { $0.place < $1.place }.map(\.row)
    for row in changed { rows.insert(row, at: try slot(for: row, in: rows, of: index)) }
    return rows
  }

  private func slot(for row: Int, in rows: [Int], of section: Int) throws(SourceError) -> Int {
    guard let order, let new = try candidate(section, row) else { return rows.count }
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      guard let other = try source.row(at: RowPath(section: section, row: rows[middle]), as: Row.self) else { break }
      let isBefore = order(other, new) || !order(new, other) && rows[middle] < row
      if isBefore { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether rows that were in a section before have another order.
  private func hasMoves(_ origins: [RowOrigins.Origin], _ former: Int) -> Bool {
    var last: Int32 = -1
    for origin in origins where Int(origin.section) == former {
      if origin.row < last { return true }
      last = origin.row
    }
    return false
  }
}
