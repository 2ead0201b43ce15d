import Espalier

/// What stands behind the last number, instead of `LoadMore`: a spinner, or where the numbers end.
struct Tail: Content {
  var paging = Paging()

  var html: HTML {
    let more = paging.more
    return """
      <button class="\(style)" \(Paging.loadMore, sends: more.round) data-grow="\(more.mayBegin ? "near" : "")" \
      aria-disabled="\(!more.mayBegin)"><span>Five more</span></button>\
      <p class="note" role="status">\(more.state == .finished ? "Here they end." : "")</p>
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
