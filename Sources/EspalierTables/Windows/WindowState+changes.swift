package import Espalier

extension WindowState {
  /// What has happened to the rows since an older state, in one section. A row whose sort key has changed
  /// moves, and is then updated.
  package func rowChanges(since old: WindowState, in section: Int = 0) -> RowChanges {
    var changes = RowChanges()
    for step in ListDiff(from: old.rows.map(\.id), to: rows.map(\.id)).steps {
      switch step {
      case .remove(_, let index): changes.append(.removeRow(RowPath(section: section, row: index)))
      case .insert(_, let index, _): changes.append(.insertRow(RowPath(section: section, row: index)))
      case .move(_, let from, let to, _):
        changes.append(.moveRow(from: RowPath(section: section, row: from), to: RowPath(section: section, row: to)))
      }
    }
    let hashes = Dictionary(old.rows.map { ($0.id, $0.hash) }, uniquingKeysWith: { first, _ in first })
    for (index, row) in rows.enumerated() {
      if let hash = hashes[row.id], hash != row.hash {
        changes.append(.updateRow(RowPath(section: section, row: index)))
      }
    }
    return changes
  }
}
