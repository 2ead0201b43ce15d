import Espalier

/// The sections of a window: runs of rows with the same value of the section column.
struct WindowSections {
  struct Section: Equatable {
    /// The value as text; empty for NULL.
    let title: String
    var count: Int
  }

  private(set) var all: [Section] = []
  private var starts: [Int] = []

  init() {}

  init(_ state: WindowState) {
    for (index, row) in state.rows.enumerated() {
      let title = row.section?.shownText ?? ""
      if all.last?.title == title {
        all[all.count - 1].count += 1
      } else {
        all.append(Section(title: title, count: 1))
        starts.append(index)
      }
    }
  }

  /// The number of rows before a section.
  func start(of section: Int) -> Int { starts[section] }

  /// What has happened since older sections with these rows.
  func changes(since old: WindowSections, rows: WindowState, _ oldRows: WindowState) -> RowChanges {
    var changes = RowChanges()
    for step in ListDiff(from: old.all.map(\.title), to: all.map(\.title)).steps {
      switch step {
      case .remove(_, let index): changes.append(.removeSection(index))
      case .insert(_, let index, _): changes.append(.insertSection(index))
      case .move(_, let from, let to, _): changes.append(.moveSection(from: from, to: to))
      }
    }
    let places = Dictionary(old.all.enumerated().map { ($1.title, $0) }, uniquingKeysWith: { first, _ in first })
    for (index, section) in all.enumerated() {
      guard let place = places[section.title] else { continue }
      changes.append(
        slice(index, of: rows).rowChanges(since: old.slice(place, of: oldRows), in: index))
    }
    return changes
  }

  private func slice(_ section: Int, of state: WindowState) -> WindowState {
    var slice = WindowState()
    slice.rows = Array(state.rows[starts[section]..<starts[section] + all[section].count])
    return slice
  }
}

extension SQLValue {
  /// The value as people read it.
  var shownText: String {
    switch self {
    case .null: ""
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text
    case .blob: description
    }
  }
}
