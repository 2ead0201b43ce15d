/// The content after the last row of a list that loads more: a button, a spinner, an error message or a note that the
/// list is complete. Screen readers also say how many rows were added.
///
/// It is an ordinary cell. Your own cell can show the same state and send the same event:
///
/// ```swift
/// let tail = CellModel(Tail())
/// tail.subscribe(to: Paging.state) { $0.content.paging = $1 }
/// footer = tail
/// ```
public struct LoadMore: Content {
  /// The loading state that the container shares.
  package var paging: Paging
  /// The language of the page.
  var language = Language.english

  private enum CodingKeys: CodingKey { case paging }

  /// Content for a loading state.
  package init(_ paging: Paging = Paging()) { self.paging = paging }

  /// The same button in every state, so that it keeps the keyboard focus. With JavaScript, the browser presses it when
  /// it comes near the visible area, except after a failure.
  public var html: HTML {
    let more = paging.more
    let isWaiting = more.state == .running || paging.refreshing.state == .running
    return """
      <button class="\(style)" \(Paging.loadMore, sends: more.round) \
      data-grow="\(more.state == .ready && !isWaiting ? "near" : "")" aria-disabled="\(!more.mayBegin || isWaiting)">\
      \(label)</button><p role="status">\(message)</p>
      """
  }

  private var words: Words { language.words }

  private var style: String {
    switch paging.more.state {
    case .running: "e-load e-running"
    case .finished: "e-load e-finished"
    default: "e-load"
    }
  }

  private var label: String {
    switch paging.more.state {
    case .running: words[.loading]
    case .failed: words[.tryAgain]
    case .finished: words[.endOfList]
    default: words[.loadMore]
    }
  }

  /// The number of new rows is hidden from sight: people who see the rows do not need it.
  private var message: HTML {
    switch paging.more.state {
    case .running: "\(words[.loading])"
    case .finished: "\(news) \(words[.endOfList])"
    case .failed: "\(paging.more.reason)"
    default: news
    }
  }

  private var news: HTML {
    switch paging.more.added {
    case 0: HTML()
    case let count:
      "<span>\(words.text(count == 1 ? .rowAdded : .rowsAdded, ["count": "\(count)"]))</span>"
    }
  }
}

/// The node of `LoadMore`. It shows the state that the nearest container shares, and hides while that container has no
/// load-more handler.
public final class LoadMoreModel: CellModel<LoadMore> {
  /// A cell that follows the loading state of its container.
  public init() {
    super.init(LoadMore())
    isExported = false
    subscribe(to: Paging.state) { cell, paging in
      cell.content.paging = paging
      cell.isHidden = paging.more.state == .closed
    }
  }

  /// Follows the language of the page.
  override public func willRender() { content.language = pageLanguage }
}
