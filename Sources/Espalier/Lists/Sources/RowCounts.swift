/// The number of rows in each section of a source, while its changes are carried out one after the other.
struct RowCounts {
  /// Nil for a section that is new or is read again: it has the rows that the source has at the end.
  private(set) var sections: [Int?]

  init(_ counts: [Int]) { sections = counts }

  /// Throws unless all changes name places that exist, and lead to these numbers of rows.
  static func check(_ changes: RowChanges, from old: [Int], to new: [Int]) throws(SourceError) {
    var counts = RowCounts(old)
    for change in changes.all { try counts.apply(change) }
    guard counts.sections.count == new.count else {
      throw .sections(changed: counts.sections.count, actual: new.count)
    }
    for (index, count) in counts.sections.enumerated() {
      if let count, count != new[index] { throw .count(in: index, changed: count, actual: new[index]) }
    }
  }

  private mutating func apply(_ change: RowChange) throws(SourceError) {
    switch change {
    case .insertSection(let index):
      guard index != sections.count else { return sections.append(nil) }
      try check(index)
      sections.insert(Int?.none, at: index)
    case .removeSection(let index):
      try check(index)
      sections.remove(at: index)
    case .updateSection(let index):
      try check(index)
      sections[index] = Int?.none
    case .moveSection(let from, let to):
      try check(from)
      try check(to)
      sections.insert(sections.remove(at: from), at: to)
    case .insertRow(let path): try insert(path)
    case .removeRow(let path): try remove(path)
    case .updateRow(let path): _ = try count(at: path)
    case .moveRow(let from, let to):
      try remove(from)
      try insert(to)
    }
  }

  private func check(_ section: Int) throws(SourceError) {
    guard sections.indices.contains(section) else { throw .section(section, count: sections.count) }
  }

  /// The number of rows in the section of an existing row; nil if it is not known.
  private func count(at path: RowPath) throws(SourceError) -> Int? {
    try check(path.section)
    guard let count = sections[path.section] else { return nil }
    guard (0..<count).contains(path.row) else { throw .row(path, count: count) }
    return count
  }

  private mutating func remove(_ path: RowPath) throws(SourceError) {
    sections[path.section] = try count(at: path).map { $0 - 1 }
  }

  private mutating func insert(_ path: RowPath) throws(SourceError) {
    try check(path.section)
    guard let count = sections[path.section] else { return }
    guard (0...count).contains(path.row) else { throw .row(path, count: count) }
    sections[path.section] = count + 1
  }
}
