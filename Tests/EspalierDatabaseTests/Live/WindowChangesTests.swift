import Espalier
import EspalierTestSupport
import Testing

@testable import EspalierSQLite
@testable import EspalierTables

/// The changes of a window as a container takes them.
@Suite struct WindowChangesTests {
  private func state(_ rows: [(id: Int64, hash: UInt64)]) -> WindowState {
    var state = WindowState()
    state.rows = rows.map { WindowRow(key: RowKey([.integer($0.id)]), hash: $0.hash, section: nil, value: $0.hash) }
    return state
  }

  @Test func `a changed sort key is one move and one update`() {
    let changes = state([(2, 0), (3, 0), (1, 5)]).rowChanges(since: state([(1, 0), (2, 0), (3, 0)]))
    #expect(changes.all == [.moveRow(from: RowPath(row: 0), to: RowPath(row: 2)), .updateRow(RowPath(row: 2))])
    #expect(state([(1, 0)]).rowChanges(since: state([(1, 0)])).isEmpty)
  }

  @Test(arguments: seeds(500))
  func `the changes lead from the old rows to the new ones`(seed: Int) {
    var random = SeededRandom(state: UInt64(seed))
    func rows() -> [(id: Int64, hash: UInt64)] {
      (1...12).shuffled(using: &random).prefix(Int.random(in: 0...12, using: &random)).map {
        (Int64($0), UInt64.random(in: 0...1, using: &random))
      }
    }
    let (old, new) = (state(rows()), state(rows()))
    var list = old.rows
    for change in new.rowChanges(since: old).all {
      switch change {
      case .removeRow(let path): list.remove(at: path.row)
      case .insertRow(let path):
        list.insert(WindowRow(key: RowKey([nil]), hash: 99, section: nil, value: 0), at: path.row)
      case .moveRow(let from, let to): list.insert(list.remove(at: from.row), at: to.row)
      case .updateRow(let path): list[path.row] = new.rows[path.row]
      default: Issue.record("a window has no sections")
      }
    }
    #expect(list.count == new.rows.count)
    for (row, other) in zip(list, new.rows) {
      #expect(row.hash == 99 ? !old.rows.contains { $0.id == other.id } : row.id == other.id && row.hash == other.hash)
    }
  }
}
