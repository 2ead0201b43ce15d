public import Espalier

/// The rows of a query as a source. The container shows what the table has, at any time, whoever writes.
///
/// ```swift
/// let people = Query<Person>("SELECT id, last, first FROM person", sortedBy: .ascending("last"))
/// list.children.source = FetchedSource(people, in: database)
/// ```
///
/// It reads only a window of the list. The rows around it come when somebody uses `.earlierRows(link:)` in the header or
/// `.laterRows(link:)` in the footer. What this process writes within 50 ms is one change of the page, and so is what
/// other processes write within a quarter of a second. While nobody looks at the page, nothing is read.
///
/// While the rows are not read yet, or cannot be read, a cell says so, and the page answers 503. The log says why they
/// cannot be read. Rows that are shown already stay below this cell, with their nodes and what somebody types there. The
/// cell goes when the cause is gone.
public final class FetchedSource<Row: Decodable & Identifiable & Hashable & Sendable>: WindowedSource {
  private let view: LiveView<Row>
  private let hasColumnOfSections: Bool
  private let describe: ((String) -> SourceSection)?
  private let titlesAbove: Int
  private var state = WindowState()
  private var rows: [Row] = []
  private var sections = WindowSections()
  /// Why the rows are not read; nil if they are.
  private var notice: UnreadList?
  /// Tells this source from others of its container.
  private let name: String
  /// The id of the row that the window follows.
  private var followed: SQLValue?
  private var following: (any Cancellable)?

  /// The rows of a query, around an anchor. `size` is the number of rows that are added at one end, at most a third of the
  /// database's `windowSize`; up to three times as many are shown. `section` says what a section shows besides its rows,
  /// and gets the value of the query's section column as text: unless given, the text is the title. Its title is shown if
  /// the list has more sections than `titlesAbove`. Without a section column there is one section, and the text is empty.
  public init(
    _ query: Query<Row>, in database: Database, at anchor: ListAnchor = .start, size: Int = 100,
    titlesAbove: Int = 10, section: ((String) -> SourceSection)? = nil
  ) {
    view = LiveView(
      query, database, size: max(min(size, database.windowSize / 3), 2), at: anchor, most: database.windowSize)
    name = String(UInt(bitPattern: query.hashValue), radix: 36)
    notice = UnreadList(.loading, of: name)
    hasColumnOfSections = query.text.section != nil
    describe = section
    self.titlesAbove = titlesAbove
    super.init()
  }

  override public var hasSections: Bool { hasColumnOfSections }
  override public var sectionCount: Int { hasColumnOfSections ? sections.all.count + noticeCount : 1 }

  /// How many rows, or sections of one row, stand before the first of the window.
  private var noticeCount: Int { notice == nil ? 0 : 1 }

  override public func rowCount(in section: Int) throws(SourceError) -> Int {
    guard (0..<sectionCount).contains(section) else { throw .section(section, count: sectionCount) }
    guard hasColumnOfSections else { return rows.count + noticeCount }
    return section < noticeCount ? 1 : sections.all[section - noticeCount].count
  }

  override public func row(at path: RowPath) throws(SourceError) -> any Content & Identifiable {
    let count = try rowCount(in: path.section)
    guard (0..<count).contains(path.row) else { throw .row(path, count: count) }
    return index(of: path).map { rows[$0].asRow } ?? notice ?? UnreadList(.loading, of: name)
  }

  override public func anchor(at path: RowPath) -> ListAnchor? {
    index(of: path).map { .from(key: state.rows[$0].key.text) }
  }

  /// The place of a row in the window; nil for the notice.
  private func index(of path: RowPath) -> Int? {
    if hasColumnOfSections {
      return path.section < noticeCount ? nil : sections.start(of: path.section - noticeCount) + path.row
    }
    return path.row < noticeCount ? nil : path.row - noticeCount
  }

  override public func section(at index: Int) throws(SourceError) -> SourceSection {
    guard (0..<sectionCount).contains(index) else { throw .section(index, count: sectionCount) }
    guard hasColumnOfSections else {
      var section = describe?("") ?? SourceSection()
      // What is said instead of the rows is no row of a table.
      if notice != nil, rows.isEmpty { section.layout = SourceSection().layout }
      return section
    }
    guard index >= noticeCount else { return SourceSection() }
    var section = section(of: sections.all[index - noticeCount].title)
    if !showsTitles { section.title = nil }
    return section
  }

  private func section(of text: String) -> SourceSection { describe?(text) ?? SourceSection(id: text, title: text) }

  /// Whether the list has enough sections for titles.
  private var showsTitles: Bool { (state.sections?.count ?? sections.all.count) > titlesAbove }

  /// The titles of all sections of the list, and not only of those that are shown. None while the rows are counted.
  override public var indexTitles: [IndexTitle]? {
    guard hasColumnOfSections, notice == nil || !rows.isEmpty else { return nil }
    var shown: [String: Int] = [:]
    for (index, section) in sections.all.enumerated() where index > 0 || state.isAtStart {
      shown[section.title] = index + noticeCount
    }
    var titles: [IndexTitle] = []
    for section in state.sections?.all ?? [] {
      let text = section.value.shownText
      guard let title = self.section(of: text).shownIndexTitle, title != titles.last?.title else { continue }
      titles.append(
        shown[text].map { IndexTitle(title, section: $0) } ?? IndexTitle(title, at: .from(key: section.start.text)))
    }
    return titles
  }

  override public func containerChanged() {
    (showEarlier, showLater) = ({ [weak self] in self?.moveBack() }, { [weak self] in self?.moveOn() })
    super.containerChanged()
    following?.cancel()
    following = container?.listen(
      whileViewed: { [view] in view.begin() }, willBegin: { [view] in $0.note(.passing, about: view) },
      catchUp: { [view] in await view.catchUp() }
    ) { [weak self] _, event in
      self?.take(event)
      self?.reportUnreachableRows()
    }
  }

  private func moveBack() {
    followed = nil
    if let first = state.rows.first { view.move(to: .key(first.key), before: view.size, after: 2 * view.size) }
  }

  private func moveOn() {
    followed = nil
    if let last = state.rows.last { view.move(to: .key(last.key), before: 2 * view.size, after: view.size) }
  }

  /// Keeps a row among those that are shown, wherever it moves in the list: when other rows or a new sort key push it out of
  /// the window, the window goes where the row is. It ends when a viewer shows earlier or later rows, when the row is
  /// deleted, and with nil.
  ///
  /// ```swift
  /// let selection = list.add(Selection(followsMoves: true))
  /// list.on(Selection.didSelect) { _, _ in people.follow(selection.nodes.first?.content(as: Person.self)?.id) }
  /// ```
  public func follow(_ id: Row.ID?) where Row.ID: Encodable {
    do {
      let id = try id.map { try SQLValue(encoding: $0) }
      guard id != followed else { return }
      followed = id
      if state.isAtStart || state.rows.isEmpty {
        view.move(to: .start, before: 0, after: max(state.rows.count, view.size), following: id)
      } else if let first = state.rows.first {
        view.move(to: .key(first.key), before: 0, after: state.rows.count, following: id)
      }
    } catch {
      container?.report { .data("cannot follow the row \(String(describing: id)): \(error)", address: $0.address) }
    }
  }

  private func take(_ event: WindowEvent) {
    let (old, oldSections, oldNotice, hadTitles) = (state, sections, notice, showsTitles)
    switch event {
    case .failed(let error):
      container?.note(error.readProblem, about: view)
      container?.report { .data("\(error)", address: $0.address) }
      notice = UnreadList(error.mayPassByItself ? .unavailable : .unreadable, of: name)
      if notice == oldNotice { return }
    case .changed(let new):
      container?.note(nil, about: view)
      notice = nil
      show(new)
    }
    if hasColumnOfSections {
      var changes = RowChanges(oldNotice == nil ? [] : [.removeSection(0)])
      changes.append(sections.changes(since: oldSections, rows: state, old))
      if showsTitles != hadTitles {
        for index in sections.all.indices { changes.append(.updateSection(index)) }
      }
      if notice != nil { changes.append(.insertSection(0)) }
      announce(changes)
      container?.shareSectionIndex()
    } else if notice != nil || oldNotice != nil {
      announce(RowChanges([.updateSection(0)]))
    } else {
      announce(state.rowChanges(since: old))
    }
    if notice == nil { show(view.window(of: state)) }
  }

  private func show(_ new: WindowState) {
    let known = Dictionary(zip(state.rows, rows).map { ($0.id, ($0.hash, $1)) }, uniquingKeysWith: { $1 })
    rows = new.rows.compactMap { row in
      if let (hash, value) = known[row.id], hash == row.hash { return value }
      return row.value as? Row
    }
    state = new
    sections = hasColumnOfSections ? WindowSections(new) : WindowSections()
  }
}

/// What stands where a list would be that is not read, or above the rows of one that cannot be read again.
struct UnreadList: SourceNotice, Identifiable {
  enum Reason: String, Codable, Sendable {
    case loading
    /// It cannot be read now. The cause may go away by itself.
    case unavailable
    /// Somebody has to correct something.
    case unreadable
  }

  let id: String
  var reason: Reason
  var language = Language.english

  private enum CodingKeys: CodingKey { case id, reason }

  init(_ reason: Reason, of source: String) { (id, self.reason) = ("~unread-\(source)", reason) }

  var html: HTML {
    let words = language.words
    let text =
      switch reason {
      case .loading: words[.loading]
      case .unavailable: words[.listUnavailable]
      case .unreadable: words[.listUnreadable]
      }
    return "<p class=\"e-unreadable\" role=\"status\">\(text)</p>"
  }
}
