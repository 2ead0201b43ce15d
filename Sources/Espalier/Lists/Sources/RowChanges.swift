/// What happened to the rows and the sections of a source, in order. Each change applies to the list that the changes
/// before it made.
package struct RowChanges: Hashable, Sendable, CustomStringConvertible {
  /// The changes in order.
  package private(set) var all: [RowChange] = []

  /// These changes, in order.
  package init(_ changes: [RowChange] = []) { for change in changes { append(change) } }

  /// Whether nothing happened.
  package var isEmpty: Bool { all.isEmpty }

  /// Records a change after the others. A row or a section that moves to its own place is recorded as updated.
  package mutating func append(_ change: RowChange) {
    switch change {
    case .moveRow(let from, let to) where from == to: all.append(.updateRow(from))
    case .moveSection(let from, let to) where from == to: all.append(.updateSection(from))
    default: all.append(change)
    }
  }

  /// Records other changes after these.
  package mutating func append(_ changes: RowChanges) { all += changes.all }

  /// The same changes in a list that has further sections before, and further rows before the rows of the section.
  /// Throws if an index would be below zero.
  package func offset(sections: Int, rows: Int = 0) throws(SourceError) -> RowChanges {
    var moved = RowChanges()
    for change in all { moved.all.append(try change.offset(sections: sections, rows: rows)) }
    return moved
  }

  /// The place where a row is after the changes; nil if they removed it.
  package func place(of path: RowPath) -> RowPath? {
    var place = path
    for change in all {
      guard let next = change.place(of: place) else { return nil }
      place = next
    }
    return place
  }

  /// The changes without the sections that are inserted and removed at once: each such pair is an update of the section
  /// that is there. All other changes stay.
  package func tidied() -> RowChanges {
    var tidy: [RowChange] = []
    for change in all {
      if case .removeSection(let index) = change, tidy.last == .insertSection(index) {
        tidy[tidy.count - 1] = .updateSection(index)
      } else {
        tidy.append(change)
      }
    }
    return RowChanges(tidy)
  }

  /// The number of changes, and one line for each.
  package var description: String {
    (["\(all.count) \(all.count == 1 ? "change" : "changes")"] + all.map(\.description)).joined(separator: "\n")
  }
}
