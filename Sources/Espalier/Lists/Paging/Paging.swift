/// The loading state of a list that grows: its refresh, and the loading of more rows after the last one and before the first.
///
/// A container shares it with the cells below. They show it, and send the events `refresh`, `loadMore` and `loadEarlier`
/// back up:
///
/// ```swift
/// header = .refreshButton
/// footer = .loadMore
/// ```
///
/// The two ends of a list load independently of each other. A refresh cancels both, because it replaces the list.
public struct Paging: Hashable, Codable, Sendable {
  /// Asks the nearest container with a refresh handler to refresh itself and all containers below it.
  public static let refresh = Event<NoData>("refresh")
  /// Asks the nearest container with a load-more handler to load more. The data is the current round of its `more`.
  public static let loadMore = Event<Int>("loadMore", in: 0...Int.max)
  /// Asks the nearest container with a load-earlier handler to load the rows before its first one. The data is the current round
  /// of its `earlier`.
  public static let loadEarlier = Event<Int>("loadEarlier", in: 0...Int.max)
  /// The state that the nearest container that refreshes or loads more shares with the cells below it.
  public static let state = SharedData<Paging>("paging")

  /// The kinds of loading.
  public enum Kind: String, CaseIterable, Codable, Sendable {
    /// Loads the list again from the start.
    case refresh
    /// Loads more rows after the last one.
    case more
    /// Loads the rows before the first one.
    case earlier
  }

  /// The refresh: it loads the list again from the start.
  public var refreshing = Loading()
  /// The loading of more rows at the end.
  public var more = Loading()
  /// The loading of earlier rows at the beginning.
  public var earlier = Loading()

  /// A state in which every kind is closed.
  public init() {}

  subscript(kind: Kind) -> Loading {
    get {
      switch kind {
      case .refresh: refreshing
      case .more: more
      case .earlier: earlier
      }
    }
    set {
      switch kind {
      case .refresh: refreshing = newValue
      case .more: more = newValue
      case .earlier: earlier = newValue
      }
    }
  }

  /// Returns whether the task should start. While a refresh runs, no more rows are loaded, because it replaces the
  /// list.
  mutating func begin(_ kind: Kind) -> Bool {
    guard kind == .refresh else { return refreshing.state != .running && self[kind].begin() }
    guard refreshing.begin() else { return false }
    more.interrupt()
    earlier.interrupt()
    return true
  }

  /// Returns false if no loading of this kind was running. `added` is the number of rows that came. After a refresh,
  /// loading starts over at both ends.
  mutating func end(_ kind: Kind, _ end: Loading.End, added: Int = 0) -> Bool {
    guard kind == .refresh else { return self[kind].end(end, added: added) }
    if case .failed = end {
      guard refreshing.end(end) else { return false }
      // A new round, so that a button whose press was ignored during the refresh may send it again.
      if more.state == .ready { more.state = .ready }
      if earlier.state == .ready { earlier.state = .ready }
      return true
    }
    guard refreshing.end(.more) else { return false }
    if more.state != .closed { more.state = end == .noMore ? .finished : .ready }
    if earlier.state != .closed { earlier.state = .ready }
    return true
  }

  mutating func interrupt(_ kind: Kind) { self[kind].interrupt() }
}
