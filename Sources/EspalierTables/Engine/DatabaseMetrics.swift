import EspalierLocks

/// Counts what a database does for viewers, so that a test can see that it does nothing for nobody.
package final class DatabaseMetrics: Sendable {
  package enum Kind: Hashable, CaseIterable {
    /// A look for changes by others.
    case look
    /// A search for the key of a changed row.
    case key
    /// A window that was read.
    case window
    /// A count of all rows.
    case count
  }

  private let counts = Lock([Kind: Int]())

  package func count(_ kind: Kind) { counts.withLock { $0[kind, default: 0] += 1 } }

  package subscript(_ kind: Kind) -> Int { counts.withLock { $0[kind] ?? 0 } }

  var all: Int { counts.withLock { $0.values.reduce(0, +) } }
}
