extension Node {
  /// The language of the node's page, with the library's texts in it. English while the node is not part of a page.
  ///
  /// It may change while the page is open. Then every cell is rendered again, so read it in `willRender`, or in a
  /// plugin's `tools`.
  public final var pageLanguage: Language { tree?.language ?? .english }
}

extension Tree {
  /// The language of the page: the root's own choice, otherwise the site's.
  var language: Language { ownLanguage ?? siteLanguage }
}
