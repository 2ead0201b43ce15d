import EspalierHTTP

/// Why a store cannot save or read now.
public struct PageStoreError: Error, Sendable, CustomStringConvertible {
  /// What is wrong, in a few words that clients may read: "another program has locked the database".
  public let reason: String
  /// What an operator should do; clients don't see it.
  public let remedy: String?
  /// Whether the same call may work soon.
  public let isTemporary: Bool
  /// The error that caused this one; clients don't see it.
  public let underlying: (any Error)?

  /// Describes an error.
  public init(_ reason: String, remedy: String? = nil, isTemporary: Bool = false, underlying: (any Error)? = nil) {
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
  public var description: String {
    reason + (remedy.map { "; \($0)" } ?? "") + (underlying.map { " (\($0))" } ?? "")
  }
}
