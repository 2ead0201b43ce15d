/// A source that shows another one, and changes a part of what it says.
public class ForwardingSource: Source {
  /// The source that this one shows.
  final let base: Source

  init(showing base: Source) {
    self.base = base
    super.init()
    _ = base.isAdopted(by: self)
  }

  /// Passes the changes of the source on.
  func forward(_ changes: RowChanges) { announce(changes) }

  override public var hasSections: Bool { base.hasSections }
  override public var sectionCount: Int { base.sectionCount }
  override public func rowCount(in section: Int) throws(SourceError) -> Int { try base.rowCount(in: section) }
  override public func row(at path: RowPath) throws(SourceError) -> any Content & Identifiable {
    try base.row(at: path)
  }
  override public func anchor(at path: RowPath) -> ListAnchor? { base.anchor(at: path) }
  override public func section(at index: Int) throws(SourceError) -> SourceSection { try base.section(at: index) }
  override public var indexTitles: [IndexTitle]? { base.indexTitles }
  override public func carryOut(_ edit: RowEdit) -> Bool { base.carryOut(edit) }
  override public func editingChanged() { base.isEditing = isEditing }
  override public func containerChanged() { base.container = container }
}

extension ForwardingSource: SourceOwner {
  func sourceChanged(_ source: Source, _ changes: RowChanges) { forward(changes) }
}
