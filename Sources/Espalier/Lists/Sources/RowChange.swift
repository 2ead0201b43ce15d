/// One change of a source's rows or sections. Each index counts in the list at the moment of the change.
public enum RowChange: Hashable, Sendable {
  /// A section is new, with all its rows.
  case insertSection(Int)
  /// A section is gone, with all its rows.
  case removeSection(Int)
  /// The header, the footer or any row of a section is different. The container reads the whole section again and
  /// compares its rows.
  case updateSection(Int)
  /// A section has another place. The second index counts in the list without the section.
  case moveSection(from: Int, to: Int)
  /// A row is new.
  case insertRow(RowPath)
  /// A row is gone.
  case removeRow(RowPath)
  /// A row has another content and the same id.
  case updateRow(RowPath)
  /// A row has another place. The second place counts in the list without the row.
  case moveRow(from: RowPath, to: RowPath)
}

extension RowChange {
  /// The same change in a list that has further sections before, and further rows before the rows of the section.
  ///
  /// A change of a section has no rows, so it ignores the rows. Throws if an index would be below zero.
  func offset(sections: Int, rows: Int = 0) throws(SourceError) -> RowChange {
    func moved(_ section: Int) throws(SourceError) -> Int {
      guard section + sections >= 0 else { throw SourceError.section(section + sections, count: nil) }
      return section + sections
    }
    func moved(_ path: RowPath) throws(SourceError) -> RowPath {
      let path = path.offset(sections: sections, rows: rows)
      guard path.section >= 0, path.row >= 0 else { throw SourceError.row(path, count: nil) }
      return path
    }
    return switch self {
    case .insertSection(let index): .insertSection(try moved(index))
    case .removeSection(let index): .removeSection(try moved(index))
    case .updateSection(let index): .updateSection(try moved(index))
    case .moveSection(let from, let to): .moveSection(from: try moved(from), to: try moved(to))
    case .insertRow(let path): .insertRow(try moved(path))
    case .removeRow(let path): .removeRow(try moved(path))
    case .updateRow(let path): .updateRow(try moved(path))
    case .moveRow(let from, let to): .moveRow(from: try moved(from), to: try moved(to))
    }
  }

  /// The new place of the row at a place; nil if this change removes the row.
  func place(of path: RowPath) -> RowPath? {
    switch self {
    case .insertSection(let index):
      return RowPath(section: path.section + (index <= path.section ? 1 : 0), row: path.row)
    case .removeSection(let index):
      return index == path.section
        ? nil : RowPath(section: path.section - (index < path.section ? 1 : 0), row: path.row)
    case .moveSection(let from, let to):
      return RowPath(section: RowChange.place(of: path.section, from: from, to: to), row: path.row)
    case .insertRow(let new): return path.making(room: new)
    case .removeRow(let old): return path == old ? nil : path.closing(old)
    case .moveRow(let from, let to): return path == from ? to : path.closing(from).making(room: to)
    case .updateSection, .updateRow: return path
    }
  }

  private static func place(of index: Int, from: Int, to: Int) -> Int {
    if index == from { return to }
    let without = index - (from < index ? 1 : 0)
    return without + (to <= without ? 1 : 0)
  }
}

extension RowPath {
  /// The place after a row is inserted at another.
  fileprivate func making(room new: RowPath) -> RowPath {
    new.section == section && new.row <= row ? RowPath(section: section, row: row + 1) : self
  }

  /// The place after the row at another is removed.
  fileprivate func closing(_ old: RowPath) -> RowPath {
    old.section == section && old.row < row ? RowPath(section: section, row: row - 1) : self
  }
}

extension RowChange {
  /// Whether it changes no section as a whole.
  var isOfRow: Bool {
    switch self {
    case .insertRow, .removeRow, .updateRow, .moveRow: true
    case .insertSection, .removeSection, .updateSection, .moveSection: false
    }
  }
}

extension RowChange: CustomStringConvertible {
  /// One line, for example `inserted row 1-2`.
  public var description: String {
    switch self {
    case .insertSection(let index): "inserted section \(index)"
    case .removeSection(let index): "removed section \(index)"
    case .updateSection(let index): "updated section \(index)"
    case .moveSection(let from, let to): "moved section \(from) to \(to)"
    case .insertRow(let path): "inserted row \(path)"
    case .removeRow(let path): "removed row \(path)"
    case .updateRow(let path): "updated row \(path)"
    case .moveRow(let from, let to): "moved row \(from) to \(to)"
    }
  }
}
