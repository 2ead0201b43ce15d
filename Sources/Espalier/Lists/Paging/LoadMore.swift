/// The content after the last row of a list that loads more, or before the first one: a button, a spinner, an error message or a
/// note that the list is complete. Screen readers also say how many rows were added.
///
/// It is an ordinary cell. Your own cell can show the same state and send the same event:
///
/// ```swift
/// let tail = CellModel(Tail())
/// tail.subscribe(to: Paging.state) { $0.content.paging = $1 }
/// footer = tail
/// ```
package struct LoadMore: Content {
  /// The loading state that the container shares.
  package var paging: Paging
  /// At which end of the list the content stands.
  let end: Paging.Kind
  /// The language of the page.
  var language = Language.english

  private enum CodingKeys: CodingKey { case paging, end }

  /// Content for a loading state.
  package init(_ paging: Paging = Paging()) { self.init(paging, at: .more) }

  init(_ paging: Paging = Paging(), at end: Paging.Kind) {
    self.paging = paging
    self.end = end
  }

  /// The same button in every state, so that it keeps the keyboard focus. With JavaScript, the browser presses it when
  /// it comes near the visible area, except after a failure.
  package var html: HTML {
    let isWaiting = loading.state == .running || paging.refreshing.state == .running
    let event = end == .earlier ? Paging.loadEarlier : Paging.loadMore
    let growing = end == .earlier ? "before" : "near"
    return """
      <button class="\(style)" \(event, sends: loading.round) \
      data-grow="\(loading.state == .ready && !isWaiting ? growing : "")" aria-disabled="\(!loading.mayBegin || isWaiting)">\
      \(label)</button><p role="status">\(message)</p>
      """
  }

  /// The state of this end of the list.
  var loading: Loading { paging[end] }

  private var words: Words { language.words }

  private var style: String {
    switch loading.state {
    case .running: "e-load e-running"
    case .finished: "e-load e-finished"
    default: "e-load"
    }
  }

  private var label: String {
    switch loading.state {
    case .running: words[.loading]
    case .failed: words[.tryAgain]
    case .finished: complete
    default: words[end == .earlier ? .loadEarlier : .loadMore]
    }
  }

  /// The number of new rows is hidden from sight: people who see the rows do not need it.
  private var message: HTML {
    switch loading.state {
    case .running: "\(words[.loading])"
    case .finished: "\(news) \(complete)"
    case .failed: "\(loading.reason)"
    default: news
    }
  }

  private var complete: String { words[end == .earlier ? .startOfList : .endOfList] }

  private var news: HTML {
    switch loading.added {
    case 0: HTML()
    case let count:
      "<span>\(words.text(count == 1 ? .rowAdded : .rowsAdded, ["count": "\(count)"]))</span>"
    }
  }
}

extension Node {
  /// A button after the last row that loads more, a spinner and the reason of a failure, for a footer. It hides while the
  /// nearest container has no load-more handler.
  public static var loadMore: Node { LoadMoreModel() }

  /// The same before the first row, for a header. It hides while the nearest container has no load-earlier handler.
  public static var loadEarlier: Node { LoadEarlierModel() }
}

/// The node of `LoadMore` after the last row. It shows the state that the nearest container shares, and hides while that
/// container has no load-more handler.
package final class LoadMoreModel: CellModel<LoadMore> {
  /// A cell that follows the loading state of its container.
  package init() {
    super.init(LoadMore(at: .more))
    followPaging()
  }

  /// Follows the language of the page.
  override package func willRender() { content.language = pageLanguage }
}

/// The node of `LoadMore` before the first row, for example as a header. It shows the state that the nearest container shares, and
/// hides while that container has no load-earlier handler.
package final class LoadEarlierModel: CellModel<LoadMore> {
  /// A cell that follows the loading state of its container.
  package init() {
    super.init(LoadMore(at: .earlier))
    followPaging()
  }

  /// Follows the language of the page.
  override package func willRender() { content.language = pageLanguage }
}

extension CellModel<LoadMore> {
  /// Shows the state that the nearest container shares.
  fileprivate func followPaging() {
    isExported = false
    isHidden = true
    subscribe(to: Paging.state) { cell, paging in
      cell.content.paging = paging
      cell.isHidden = cell.content.loading.state == .closed
    }
  }
}
