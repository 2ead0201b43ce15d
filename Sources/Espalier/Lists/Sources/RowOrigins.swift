/// Where each row of a source was before its changes. Carries changes out on the places of rows, without the rows.
struct RowOrigins: Hashable {
  /// The former place of a row.
  struct Origin: Hashable {
    let section: Int32
    let row: Int32
    /// Whether the row may have another content.
    var isUpdated = false

    /// A row that is new.
    static let new = Origin(section: -1, row: -1)
    var isNew: Bool { section < 0 }
  }

  struct Section: Hashable {
    /// The former index; nil if the section is new.
    let old: Int?
    /// The former places of its rows. Nil if the whole section must be read, because it is new or updated.
    var rows: [Origin]?
  }

  private(set) var sections: [Section]

  /// Carries changes out, in order. Throws if one names a place that does not exist, or if they do not lead to the
  /// numbers of rows that the source has now.
  init(of changes: RowChanges, from old: [Int], to new: [Int]) throws(SourceError) {
    try RowCounts.check(changes, from: old, to: new)
    sections = old.enumerated().map { index, count in
      Section(
        old: index,
        rows: (0..<count).map {
          Origin(section: Int32(truncatingIfNeeded: index), row: Int32(truncatingIfNeeded: $0))
        })
    }
    for change in changes.all { apply(change) }
  }

  private mutating func apply(_ change: RowChange) {
    switch change {
    case .insertSection(let index): sections.insert(Section(old: nil, rows: nil), at: index)
    case .removeSection(let index): sections.remove(at: index)
    case .updateSection(let index): sections[index].rows = nil
    case .moveSection(let from, let to): sections.insert(sections.remove(at: from), at: to)
    case .insertRow(let path): sections[path.section].rows?.insert(.new, at: path.row)
    case .removeRow(let path): sections[path.section].rows?.remove(at: path.row)
    case .updateRow(let path): sections[path.section].rows?[path.row].isUpdated = true
    case .moveRow(let from, let to):
      let origin = sections[from.section].rows?.remove(at: from.row) ?? .new
      sections[to.section].rows?.insert(origin, at: to.row)
    }
  }
}

/// The former places of rows, with the rows of all sections as one list.
struct FlatOrigins {
  /// The former place of each row; −1 for a new one.
  var places: [Int32] = []
  /// The places of the rows that may have another content.
  var updated: [Int] = []

  init(_ origins: RowOrigins, from old: [Int], to new: [Int]) {
    var starts: [Int32] = [0]
    for count in old { starts.append(starts[starts.count - 1] + Int32(truncatingIfNeeded: count)) }
    for (section, count) in zip(origins.sections, new) {
      guard let rows = section.rows else {
        places += [Int32](repeating: -1, count: count)
        continue
      }
      for origin in rows {
        if origin.isUpdated, !origin.isNew { updated.append(places.count) }
        places.append(origin.isNew ? -1 : starts[Int(origin.section)] + origin.row)
      }
    }
  }
}
