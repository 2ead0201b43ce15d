/// The loading state of a list that grows: its refresh, and the loading of more rows.
///
/// A container shares it with the cells below. They show it, and send the events `refresh` and `loadMore` back up:
///
/// ```swift
/// header = RefreshModel()
/// footer = LoadMoreModel()
/// ```
///
/// The two kinds of loading exclude each other: a refresh cancels the loading of more rows, because it replaces the
/// list.
public struct Paging: Hashable, Codable, Sendable {
  /// Asks the nearest container with a refresh handler to refresh itself and all containers below it.
  public static let refresh = Event<NoData>("refresh")
  /// Asks the nearest container with a load-more handler to load more. The data is the current round of its `more`.
  public static let loadMore = Event<Int>("loadMore", in: 0...Int.max)
  /// The state that the nearest container that refreshes or loads more shares with the cells below it.
  public static let state = SharedData<Paging>("paging")

  /// The two kinds of loading.
  enum Kind: CaseIterable { case refresh, more }

  /// The refresh: it loads the list again from the start.
  public var refreshing = Loading()
  /// The loading of more rows at the end.
  public var more = Loading()

  /// A state in which both kinds are closed.
  public init() {}

  subscript(kind: Kind) -> Loading { kind == .refresh ? refreshing : more }

  /// Returns whether the task should start. While a refresh runs, no more rows are loaded, because it replaces the
  /// list.
  mutating func begin(_ kind: Kind) -> Bool {
    switch kind {
    case .more: return refreshing.state != .running && more.begin()
    case .refresh:
      guard refreshing.begin() else { return false }
      more.interrupt()
      return true
    }
  }

  /// Returns false if no loading of this kind was running. `added` is the number of rows that came at the end. After a refresh, loading more starts over.
  mutating func end(_ kind: Kind, _ end: Loading.End, added: Int = 0) -> Bool {
    guard kind == .refresh else { return more.end(end, added: added) }
    if case .failed = end {
      guard refreshing.end(end) else { return false }
      // A new round, so that a button whose press was ignored during the refresh may send it again.
      if more.state == .ready { more.open() }
      return true
    }
    guard refreshing.end(.more) else { return false }
    if more.state != .closed { end == .noMore ? more.finish() : more.open() }
    return true
  }

  mutating func interrupt(_ kind: Kind) { kind == .refresh ? refreshing.interrupt() : more.interrupt() }
}
