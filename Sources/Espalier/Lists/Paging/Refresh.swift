/// What stands above a list that can be refreshed: a button, and how it goes.
///
/// Where a finger does the pointing, pulling the page down at its top presses it too.
public struct Refresh: Content {
  /// What the container shares.
  package var paging: Paging

  /// As far as the container has come.
  package init(_ paging: Paging = Paging()) { self.paging = paging }

  /// The button stays while it is busy, so that it keeps the focus.
  public var html: HTML {
    let isRunning = paging.refreshing.state == .running
    return """
      <button class="\(isRunning ? "e-load e-running" : "e-load")" \(Paging.refresh) data-grow="pull" \
      aria-disabled="\(isRunning)">\(isRunning ? "Refreshing…" : "Refresh")</button>\
      <p role="status">\(isRunning ? "Refreshing…" : paging.refreshing.reason)</p>
      """
  }
}

/// The node of `Refresh`: it shows what the nearest container shares, and is hidden while that cannot be refreshed.
public final class RefreshModel: CellModel<Refresh> {
  /// A cell that follows its container.
  public init() {
    super.init(Refresh())
    isExported = false
    subscribe(to: Paging.state) { cell, paging in
      cell.content.paging = paging
      cell.isHidden = paging.refreshing.state == .closed
    }
  }
}
