/// The content above a list that can be refreshed: a button and a status message.
///
/// On a touch screen, pulling the page down at its top presses the button too.
package struct Refresh: Content {
  /// The loading state that the container shares.
  package var paging: Paging
  /// The language of the page.
  var language = Language.english

  private enum CodingKeys: CodingKey { case paging }

  /// Content for a loading state.
  package init(_ paging: Paging = Paging()) { self.paging = paging }

  /// The same button in every state, so that it keeps the keyboard focus.
  package var html: HTML {
    let isRunning = paging.refreshing.state == .running
    let words = language.words
    return """
      <button class="\(isRunning ? "e-load e-running" : "e-load")" \(Paging.refresh) data-grow="pull" \
      aria-disabled="\(isRunning)">\(words[isRunning ? .refreshing : .refresh])</button>\
      <p role="status">\(isRunning ? words[.refreshing] : paging.refreshing.reason)</p>
      """
  }
}

extension Node {
  /// A button that refreshes a list, and a status message, for a header. On a touch screen, pulling the page down at its top
  /// presses the button too. It hides while the nearest container has no refresh handler.
  public static var refreshButton: Node { RefreshModel() }
}

/// The node of `Refresh`. It shows the state that the nearest container shares, and hides while that container has no
/// refresh handler.
package final class RefreshModel: CellModel<Refresh> {
  /// A cell that follows the loading state of its container.
  package init() {
    super.init(Refresh())
    isExported = false
    subscribe(to: Paging.state) { cell, paging in
      cell.content.paging = paging
      cell.isHidden = paging.refreshing.state == .closed
    }
  }

  /// Follows the language of the page.
  override package func willRender() { content.language = pageLanguage }
}
