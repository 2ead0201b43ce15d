/// The content at one end of a window over a long list: the way to the rows beyond it, and which rows these are.
///
/// With JavaScript the browser presses its button when it comes near the visible area. Without JavaScript there is a
/// link, which can be shared.
public struct WindowEdge: Content {
  /// An end of a window.
  enum Side: String, Codable { case earlier, later }

  let side: Side
  var window = ListWindow()
  /// The URL of the rows beyond this end; nil if there are none.
  var link: String?
  /// The language of the page.
  var language = Language.english

  private enum CodingKeys: CodingKey { case side, window, link }

  /// The button stays when it has nothing to do, so that it keeps the keyboard focus.
  public var html: HTML {
    let words = language.words
    let label = words[side == .earlier ? .earlierRows : .laterRows]
    let hasMore = side == .earlier ? !window.isAtStart : !window.isAtEnd
    let event = side == .earlier ? ListWindow.earlier : ListWindow.later
    let way: HTML = link.map { "<a class=\"e-page\" href=\"\($0)\">\(label)</a>" } ?? HTML()
    return """
      <button class="e-load" \(event, sends: window.round) data-grow="\(hasMore && !window.isMoving ? growing : "")" \
      \("hidden", when: !hasMore)>\(label)</button>\(way)<p class="e-rows">\(side == .earlier ? moved : range)</p>
      """
  }

  /// When the browser presses the button.
  private var growing: String { side == .earlier ? "before" : "near" }

  private var moved: HTML { window.isMoved ? "\(language.words[.rowReplaced])" : HTML() }

  private var range: HTML {
    let words = language.words
    guard window.isRead else { return HTML() }
    guard let count = window.count, let position = window.position else { return "\(words[.counting])" }
    if count == 0 { return "\(words[.noRows])" }
    let values: KeyValuePairs = [
      "first": "\(position + 1)", "last": "\(position + window.shown)", "count": "\(count)",
    ]
    return "\(words.text(.rowsOfList, values))"
  }
}

/// The node above the rows of a window. See ``ListWindow``.
public final class EarlierRowsModel: CellModel<WindowEdge> {
  /// A cell that shows the way to earlier rows. `link` returns the URL of the page at an anchor.
  public init(link: @escaping (ListAnchor) -> some SiteURL) {
    super.init(WindowEdge(side: .earlier))
    isExported = false
    subscribe(to: ListWindow.state) { cell, window in
      cell.content.window = window
      cell.content.link = window.before.map { link($0).url }
    }
  }

  /// Follows the language of the page.
  override public func willRender() { content.language = pageLanguage }
}

/// The node below the rows of a window. See ``ListWindow``.
public final class LaterRowsModel: CellModel<WindowEdge> {
  /// A cell that shows the way to later rows, and which rows these are. `link` returns the URL of the page at an anchor.
  public init(link: @escaping (ListAnchor) -> some SiteURL) {
    super.init(WindowEdge(side: .later))
    isExported = false
    subscribe(to: ListWindow.state) { cell, window in
      cell.content.window = window
      cell.content.link = window.after.map { link($0).url }
    }
  }

  /// Follows the language of the page.
  override public func willRender() { content.language = pageLanguage }
}
