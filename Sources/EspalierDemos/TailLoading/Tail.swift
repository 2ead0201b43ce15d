import Espalier

/// The footer of the list, used instead of `LoadMore`: a button, a spinner, or a note that the list has ended.
struct Tail: Content {
  var paging = Paging()
  /// The number of rows. Only screen readers say it.
  var count = 0

  var html: HTML {
    let more = paging.more
    return """
      <button class="\(style)" \(Paging.loadMore, sends: more.round) data-grow="\(more.mayBegin ? "near" : "")" \
      aria-disabled="\(!more.mayBegin)"><span>Load five more</span></button>\
      <p class="note" role="status">\(more.state == .finished ? "End of the list" : "")</p>\
      <output class="aside">\(count) trees</output>
      """
  }

  private var style: String {
    switch paging.more.state {
    case .running: "e-running"
    case .finished: "e-finished"
    default: "quiet"
    }
  }
}
