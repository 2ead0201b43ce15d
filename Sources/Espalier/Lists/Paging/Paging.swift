/// How far a list that grows has come: whether it is being refreshed, and whether there is more of it.
///
/// A container shares it with the cells below, which show it; they send `refresh` and `loadMore` back up:
///
/// ```swift
/// header = RefreshModel()
/// footer = LoadMoreModel()
/// ```
///
/// The two kinds of loading know of each other: what a refresh replaces need not be gone on with.
public struct Paging: Hashable, Codable, Sendable {
  /// Asks the nearest container that refreshes to do so, with all below it.
  public static let refresh = Event<NoData>("refresh")
  /// Asks the nearest container that loads more to do so, in this round of its `more`.
  public static let loadMore = Event<Int>("loadMore", in: 0...Int.max)
  /// What the nearest container that refreshes or loads more tells the cells below it.
  public static let state = SharedData<Paging>("paging")
  /// What viewers are told of a failure, if the page says nothing else.
  public static let apology = "That did not work."

  /// The two kinds of loading.
  enum Kind: CaseIterable { case refresh, more }

  /// From the beginning.
  public var refreshing = Loading()
  /// What follows.
  public var more = Loading()

  /// Closed.
  public init() {}

  subscript(kind: Kind) -> Loading { kind == .refresh ? refreshing : more }

  /// Returns whether the work is to begin. No more is loaded of a list that is about to be replaced.
  mutating func begin(_ kind: Kind) -> Bool {
    switch kind {
    case .more: return refreshing.state != .running && more.begin()
    case .refresh:
      guard refreshing.begin() else { return false }
      more.interrupt()
      return true
    }
  }

  /// Returns whether it was under way. A refreshed list may be gone on with from there.
  mutating func end(_ kind: Kind, _ end: Loading.End) -> Bool {
    guard kind == .refresh else { return more.end(end) }
    if case .failed = end {
      guard refreshing.end(end) else { return false }
      // In another round: who asked meanwhile, in vain, may ask again.
      if more.state == .ready { more.open() }
      return true
    }
    guard refreshing.end(.more) else { return false }
    if more.state != .closed { end == .noMore ? more.finish() : more.open() }
    return true
  }

  mutating func interrupt(_ kind: Kind) { kind == .refresh ? refreshing.interrupt() : more.interrupt() }
}
