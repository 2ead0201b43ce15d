import EspalierLocks
import EspalierTestSupport
import Testing

@testable import EspalierSQLite
@testable import EspalierTables

/// Looks at a window, and checks each event against the one before.
final class Viewer<Row: Decodable & Sendable & Equatable>: Sendable {
  struct Seen {
    var state = WindowState()
    var changes = 0
    var error: DatabaseError?
  }

  let window: LiveWindow<Row>
  private let seen = Lock(Seen())

  init(_ database: Database, _ query: Query<Row>, _ place: WindowPlace) {
    window = database.window(of: query, at: place)
    Task { [seen, events = window.events] in
      for await event in events {
        seen.withLock { seen in
          switch event {
          case .changed(let state):
            seen.state = state
            seen.changes += 1
            seen.error = nil
          case .failed(let error): seen.error = error
          }
        }
      }
    }
  }

  var now: Seen { seen.withLock { $0 } }
  var rows: [Row] { now.state.rows.compactMap(window.value) }
  var ids: [SQLValue] { now.state.rows.map(\.id) }
}

extension Database {
  /// What was done for viewers, when nobody looks any more and what had begun has ended.
  func workBeforeRest() async throws -> Int {
    try await until { !isWatched }
    var (last, work) = (-1, workDone)
    while work != last {
      try await Task.sleep(for: .milliseconds(50))
      (last, work) = (work, workDone)
    }
    return work
  }
}
