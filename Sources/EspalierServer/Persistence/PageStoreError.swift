import EspalierHTTP

/// Says why a store cannot save or read now.
package struct PageStoreError: Error, Sendable, CustomStringConvertible {
  /// What is wrong, in a few words that clients may read: "another program has locked the database".
  package let reason: String
  /// What an operator should do; clients don't see it.
  package let remedy: String?
  /// Whether the same call may work soon.
  package let isTemporary: Bool
  /// The error that caused this one; clients don't see it.
  package let underlying: (any Error)?

  /// Describes an error.
  package init(_ reason: String, remedy: String? = nil, isTemporary: Bool = false, underlying: (any Error)? = nil) {
    self.reason = reason
    self.remedy = remedy
    self.isTemporary = isTemporary
    self.underlying = underlying
  }

  /// An error of any store.
  init(of error: any Error) {
    self = error as? PageStoreError ?? PageStoreError("the store reports an error", underlying: error)
  }

  /// One line for the log.
  package var description: String {
    reason + (remedy.map { "; \($0)" } ?? "") + (underlying.map { " (\($0))" } ?? "")
  }
}
