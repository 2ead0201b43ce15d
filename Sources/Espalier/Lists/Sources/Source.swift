/// Provides the rows of a container, in one or more sections, and announces what happens to them.
///
/// A container reads each row once, and again only when the source announces it as new or updated. It compares nothing
/// else.
///
/// ```swift
/// let people = ArraySource([Person(id: 1, name: "Ada"), Person(id: 2, name: "Alan")])
/// list.children.source = people
/// people.append(Person(id: 3, name: "Grace"))  // makes one cell, and changes no other
/// ```
///
/// Combine sources with ``sections(_:)``, ``rows(_:section:)``, ``GroupedSource`` and ``ArrangedSource``, to any depth.
/// For a kind of your own, make a subclass: override the methods that describe the rows, and call ``announce(_:)`` after
/// each change. A source belongs to one container or one other source, as a node does, and to its page's thread.
open class Source: SourceOwner {
  /// The source that this one shows; nil if it has rows of its own.
  private var inner: Source?
  /// The container or the source that uses this one.
  weak var owner: (any SourceOwner)?
  /// What was reported before there was an owner.
  private var reports: [SourceError] = []
  /// Whether the rows are being edited. A source that holds others passes it on.
  public internal(set) final var isEditing = false { didSet { if isEditing != oldValue { editingChanged() } } }

  /// The container that shows the source, directly or within other sources; nil if none does. A source that holds others
  /// passes it on.
  public internal(set) final weak var container: ContainerModel? {
    didSet { if container !== oldValue { containerChanged() } }
  }

  /// A source without rows.
  public init() {}

  /// Makes this source show another one, from the start. A subclass changes a part of what it says. It is a method and
  /// not an initializer, so that subclasses can call the public `init()`.
  final func show(_ inner: Source) {
    self.inner = inner
    _ = inner.isAdopted(by: self)
  }

  /// Whether viewers see the sections, each with its header and its footer. Otherwise they see one list of rows. It must
  /// not change. False unless overridden.
  open var hasSections: Bool { inner?.hasSections ?? false }

  /// The number of sections. One unless overridden.
  open var sectionCount: Int { inner?.sectionCount ?? 1 }

  /// The number of rows in a section. Throws if there is no such section.
  open func rowCount(in section: Int) throws(SourceError) -> Int {
    if let inner { return try inner.rowCount(in: section) }
    throw SourceError.section(section, count: sectionCount)
  }

  /// The source that has the row at a place, and the row's place there; nil if the rows are this source's own. Throws if
  /// there is no such row.
  func holder(of path: RowPath) throws(SourceError) -> (source: Source, path: RowPath)? { inner.map { ($0, path) } }

  /// The row at a place. Its id must be unique in the list. Throws if there is no such row.
  open func row(at path: RowPath) throws(SourceError) -> any Content & Identifiable {
    guard let (source, path) = try holder(of: path) else { throw SourceError.row(path, count: 0) }
    return try source.row(at: path)
  }

  /// What makes the node of a row; nil if the row has no node of its own.
  func nodeMaker(of row: any Content & Identifiable, at path: RowPath) -> NodeMaker? {
    guard let (source, path) = try? holder(of: path) else { return nil }
    return source.nodeMaker(of: row, at: path)
  }

  /// The anchor of the row at a place; nil if the rows have none. The browser writes the anchor of the row that somebody
  /// reads into the page's URL. See ``Node/laterRows(link:)``. Nil unless overridden.
  open func anchor(at path: RowPath) -> ListAnchor? {
    guard let (source, path) = try? holder(of: path) else { return nil }
    return source.anchor(at: path)
  }

  /// What a section shows besides its rows. Nothing unless overridden. Throws if there is no such section.
  open func section(at index: Int) throws(SourceError) -> SourceSection {
    if let inner { return try inner.section(at: index) }
    guard (0..<sectionCount).contains(index) else { throw SourceError.section(index, count: sectionCount) }
    return SourceSection()
  }

  /// The titles of the index beside the list, in order. Nil stands for the titles of the sections. See ``Node/sectionIndex(above:link:)``.
  open var indexTitles: [IndexTitle]? { inner?.indexTitles }

  /// Deletes or moves a row, because a person who edits the list asked for it, and announces the change. Returns false
  /// if the source cannot do this; nothing has changed then. False unless overridden.
  open func carryOut(_ edit: RowEdit) -> Bool { inner?.carryOut(edit) ?? false }

  /// Called when `isEditing` has changed.
  open func editingChanged() { inner?.isEditing = isEditing }

  /// Called when `container` has changed. A source that follows something outside the page begins and ends here.
  open func containerChanged() { inner?.container = container }

  /// Tells the container what has happened, after it has happened. The container shows it with the next flush.
  ///
  /// ```swift
  /// announce([.removeRow(RowPath(row: 0)), .insertRow(RowPath(row: 2))])
  /// ```
  ///
  /// Each change applies to the list that the changes before it made. If the changes do not lead to the rows that the
  /// source has now, the container reports it, reads all rows and compares them.
  public final func announce(_ changes: [RowChange]) { announce(RowChanges(changes)) }

  package final func announce(_ changes: RowChanges) {
    if !changes.isEmpty { owner?.sourceChanged(self, changes) }
  }

  /// A source that this one uses has changed.
  func sourceChanged(_ source: Source, _ changes: RowChanges) { announce(changes) }
  final func sourceReports(_ error: SourceError, _ source: Source) { report(error) }
  final func refuse(_ error: SourceError) { report(error) }
  final func isInside(_ source: Source) -> Bool { self === source || owner?.isInside(source) == true }

  /// Reports a problem that the author of the page should know.
  package final func report(_ error: SourceError) {
    if let owner { owner.sourceReports(error, self) } else { reports.append(error) }
  }

  /// Makes `owner` the only one that uses the source. Refused, with a report, if another one uses it.
  final func isAdopted(by owner: some SourceOwner) -> Bool {
    guard self.owner == nil, !owner.isInside(self) else {
      owner.refuse(self.owner == nil ? .cycle : .inUse)
      return false
    }
    self.owner = owner
    for report in reports { owner.sourceReports(report, self) }
    reports = []
    return true
  }

  /// The number of rows in each section.
  package final func rowCounts() throws(SourceError) -> [Int] {
    var counts: [Int] = []
    for section in 0..<sectionCount { counts.append(try rowCount(in: section)) }
    return counts
  }
}

/// A row by which a source says that it has not read its rows. It belongs to no group.
package protocol SourceNotice: Content {}

/// A container or a source that uses a source.
protocol SourceOwner: AnyObject {
  /// The source has changed.
  func sourceChanged(_ source: Source, _ changes: RowChanges)
  /// The source reports a problem.
  func sourceReports(_ error: SourceError, _ source: Source)
  /// Reports that a source cannot be used here.
  func refuse(_ error: SourceError)
  /// Whether this is the source, or is used by it.
  func isInside(_ source: Source) -> Bool
}

/// What a section shows besides its rows.
public struct SourceSection: Sendable {
  /// The section's identity among the others; nil identifies it by its place.
  package var id: String?
  /// The content above the rows. Nil shows the title, if there is one.
  package var header: (any Content)?
  /// The content below the rows.
  package var footer: (any Content)?
  /// The section's name.
  package var title: String?
  /// The section's title in the index beside the list. Nil stands for the first letter of the title; an empty text leaves
  /// the section out of the index.
  package var indexTitle: String?
  /// How the rows are laid out.
  package var layout: Layout

  /// A section. It may have nothing besides its rows.
  public init(
    id: (some CustomStringConvertible)? = String?.none, title: String? = nil, header: (any Content)? = nil,
    footer: (any Content)? = nil, layout: Layout = .inherited, indexTitle: String? = nil
  ) {
    self.id = id?.description
    self.title = title
    self.indexTitle = indexTitle
    self.header = header
    self.footer = footer
    self.layout = layout
  }
}
