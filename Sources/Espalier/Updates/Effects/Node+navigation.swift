extension Node {
  /// Leads the viewer to another page of the site, or to the same page with other parameters: see
  /// `navigate(to url:)`.
  ///
  /// ```swift
  /// on(CardForm.create) { board, form in
  ///   let card = board.create(form)
  ///   board.navigate(to: CardURL(id: card.id))
  /// }
  /// ```
  public final func navigate(to page: some SiteURL) { _ = navigate(to: page.url) }

  /// Leads the viewer to another page of the site after the current change has been shown. The browser's history gets
  /// an entry, so that the viewer can go back.
  ///
  /// Like each effect, it is for the viewer who sent the event that is being handled. Outside of an event's handler it
  /// leads away all viewers of this page. `url` begins with one `/`; anything else is reported and has no effect,
  /// because a text from a user must not lead to another site. Returns whether it leads there.
  @discardableResult
  public final func navigate(to url: String) -> Bool {
    guard url.isPathOfSite else {
      root.tree?.report(.navigation(url))
      return false
    }
    request { _ in .navigate(url) }
    return true
  }

  /// Shows a short text to the viewer who sent the event that is being handled, such as "Card added". Screen readers
  /// say it politely. Without JavaScript, it is on the page that answers the event.
  public final func showNotice(_ text: String) { request { _ in .notice(text) } }
}

extension String {
  /// Whether this is a path of this site with an optional query and fragment. `//host` and `/\host` lead to other sites
  /// (WHATWG URL, 4.4), and browsers remove control characters before they look.
  fileprivate var isPathOfSite: Bool {
    let start = utf8.prefix(2)
    guard start.first == UInt8(ascii: "/"), !"/\\".utf8.contains(start.dropFirst().first ?? 0) else { return false }
    return utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }
}
