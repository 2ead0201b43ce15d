/// The content at one end of a window over a long list: the way to the rows beyond it, and which rows these are.
///
/// With JavaScript the browser presses its button when it comes near the visible area. Without JavaScript there is a
/// link, which can be shared.
package struct WindowEdge: Content {
  /// An end of a window.
  enum Side: String, Codable { case earlier, later }

  let side: Side
  var window = ListWindow()
  /// The URL of the rows beyond this end; nil if there are none.
  var link: String?
  /// The query of the page's URL at any row. See `WireName.rowQuery`.
  var rowQuery: String?
  /// The language of the page.
  var language = Language.english

  private enum CodingKeys: CodingKey { case side, window, link, rowQuery }

  /// The button stays when it has nothing to do, so that it keeps the keyboard focus.
  package var html: HTML {
    let words = language.words
    let label = words[side == .earlier ? .earlierRows : .laterRows]
    let hasMore = side == .earlier ? !window.isAtStart : !window.isAtEnd
    let event = side == .earlier ? ListWindow.earlier : ListWindow.later
    let way: HTML = link.map { "<a class=\"e-page\" href=\"\($0)\">\(label)</a>" } ?? HTML()
    return """
      <button class="e-load" \(event, sends: window.round) data-grow="\(hasMore && !window.isMoving ? growing : "")" \
      \("hidden", when: !hasMore)>\(label)</button>\(way)\(side == .earlier ? moved : range)
      """
  }

  /// When the browser presses the button.
  private var growing: String { side == .earlier ? "before" : "near" }

  private var moved: HTML {
    window.isMoved ? "<p class=\"e-rows\">\(language.words[.rowReplaced])</p>" : HTML()
  }

  /// Which rows these are: in words, and in numbers for the browser's module `plugins/windows.js`. Hidden while they are
  /// counted: a page without JavaScript would say so for ever.
  private var range: HTML {
    let first = window.position.map(String.init) ?? ""
    let count = window.count.map(String.init) ?? ""
    return """
      <p class="e-rows" data-first="\(first)" data-count="\(count)" data-at="\(rowQuery ?? "")" \
      \("hidden", when: !window.isRead || rangeInWords.isEmpty)>\(rangeInWords)</p>
      """
  }

  private var rangeInWords: String {
    let words = language.words
    guard let count = window.count, let position = window.position else { return "" }
    if count == 0 { return words[.noRows] }
    if window.shown == 0 { return "" }
    let values: KeyValuePairs = [
      "first": "\(position + 1)", "last": "\(position + window.shown)", "count": "\(count)",
    ]
    return words.text(.rowsOfList, values)
  }
}

extension Node {
  /// The way to the rows before those that a list shows, for its header. `link` returns the URL of the page at an anchor.
  public static func earlierRows(link: @escaping (ListAnchor) -> some SiteURL) -> Node { EarlierRowsModel(link: link) }

  /// The way to the rows after those that a list shows, and which rows these are, for its footer. `link` returns the URL of
  /// the page at an anchor.
  ///
  /// In a browser it also keeps the place: the row that somebody reads is in the page's URL, so that a reload, "Back" and
  /// a shared link lead there, and screen readers hear which row of the whole list each one is.
  public static func laterRows(link: @escaping (ListAnchor) -> some SiteURL) -> Node { LaterRowsModel(link: link) }
}

/// The node above the rows of a window.
package final class EarlierRowsModel: CellModel<WindowEdge> {
  /// A cell that shows the way to earlier rows. `link` returns the URL of the page at an anchor.
  package init(link: @escaping (ListAnchor) -> some SiteURL) {
    super.init(WindowEdge(side: .earlier))
    isExported = false
    follow { $0.before.map { link($0).url } }
  }

  /// Follows the language of the page.
  override package func willRender() { content.language = pageLanguage }
}

/// The node below the rows of a window.
package final class LaterRowsModel: CellModel<WindowEdge> {
  /// A cell that shows the way to later rows, and which rows these are. `link` returns the URL of the page at an anchor.
  package init(link: @escaping (ListAnchor) -> some SiteURL) {
    let url = link(.from(key: WireName.anyKey)).url
    super.init(WindowEdge(side: .later, rowQuery: url.firstIndex(of: "?").map { String(url[$0...]) }))
    isExported = false
    follow { $0.after.map { link($0).url } }
  }

  /// Follows the language of the page.
  override package func willRender() { content.language = pageLanguage }
}

extension TreeNode where Self: CellModel<WindowEdge> {
  /// Shows the window around the cell. The link may depend on whether the list is being edited.
  fileprivate func follow(_ link: @escaping (ListWindow) -> String?) {
    subscribe(to: ListWindow.state) { cell, window in
      cell.content.window = window
      cell.content.link = link(window)
    }
    subscribe(to: Editing.state) { cell, _ in cell.content.link = link(cell.content.window) }
  }
}
