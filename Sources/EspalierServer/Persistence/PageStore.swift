import EspalierHTTP

/// The place where a site saves the values that must survive a restart: see `persist(_:as:)` of a node.
///
/// ```swift
/// import EspalierSQLite
///
/// let site = Site(store: try .sqlite("pages.sqlite")) { Page("/posts", title: "Posts") { PostList() } }
/// ```
public struct PageStore: Sendable {
  package let storage: any PageStorage

  package init(_ storage: any PageStorage) { self.storage = storage }
}

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

  /// Something that is saved cannot be read by this version of the program.
  init(unreadable reason: String) {
    self.init(
      "this version cannot read a saved value, and keeps it",
      remedy: "add a migration, say `onUnreadable:` where the value is persisted, or run the older version (\(reason))",
      isTemporary: true)
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
