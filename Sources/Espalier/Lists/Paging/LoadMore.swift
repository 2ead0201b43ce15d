/// What stands behind the last row of a list that loads more: a button, a spinner, a word on what went wrong or that there
/// is no more.
///
/// A cell like any other. One of a page's own shows the same state and sends the same event:
///
/// ```swift
/// let tail = CellModel(Tail())
/// tail.subscribe(to: Paging.state) { $0.content.paging = $1 }
/// footer = tail
/// ```
public struct LoadMore: Content {
  /// What the container shares.
  package var paging: Paging

  /// As far as the container has come.
  package init(_ paging: Paging = Paging()) { self.paging = paging }

  /// One button whatever the state, so that who presses it by the keyboard does not lose it. A browser that runs scripts
  /// presses it when it comes near the window, but after a failure.
  public var html: HTML {
    let more = paging.more
    let isWaiting = more.state == .running || paging.refreshing.state == .running
    return """
      <button class="\(style)" \(Paging.loadMore, sends: more.round) \
      data-grow="\(more.state == .ready && !isWaiting ? "near" : "")" aria-disabled="\(!more.mayBegin || isWaiting)">\
      \(label)</button><p role="status">\(message)</p>
      """
  }

  private var style: String {
    switch paging.more.state {
    case .running: "e-load e-running"
    case .finished: "e-load e-finished"
    default: "e-load"
    }
  }

  private var label: String {
    switch paging.more.state {
    case .running: "Loading…"
    case .failed: "Try again"
    case .finished: "That is all."
    default: "Load more"
    }
  }

  private var message: String {
    switch paging.more.state {
    case .running: "Loading…"
    case .finished: "That is all."
    default: paging.more.reason
    }
  }
}

/// The node of `LoadMore`: it shows what the nearest container shares, and is hidden while that loads no more.
public final class LoadMoreModel: CellModel<LoadMore> {
  /// A cell that follows its container.
  public init() {
    super.init(LoadMore())
    isExported = false
    subscribe(to: Paging.state) { cell, paging in
      cell.content.paging = paging
      cell.isHidden = paging.more.state == .closed
    }
  }
}
