extension Node {
  /// The language of the node's page, with the library's texts in it. English while the node is not part of a page.
  ///
  /// It may change while the page is open. Then every cell is rendered again, so read it in `willRender`, or in a
  /// plugin's `tools`.
  public final var pageLanguage: Language { tree?.language ?? .english }
}

/// How a tree's page was declared, and the language that it has come to.
final class PageDeclaration: TreeFeature {
  /// The title with which the page was declared.
  @safe @exclusivity(unchecked) var title = ""
  /// The language in which the site shows the page.
  @safe @exclusivity(unchecked) var siteLanguage = Language.english
  /// The language that the root has chosen; nil if it has chosen none.
  @safe @exclusivity(unchecked) var ownLanguage: Language?
  /// The last language that viewers got.
  @safe @exclusivity(unchecked) var shownLanguage = Language.english
  /// The language of the page if it has changed since the page instance began; otherwise nil.
  @safe @exclusivity(unchecked) var changedLanguage: Language?

  /// The language of the page: the root's own choice, otherwise the site's.
  var language: Language { ownLanguage ?? siteLanguage }
}

extension Tree {
  var declaration: PageDeclaration { feature(PageDeclaration.self) }

  /// The language of the page: the root's own choice, otherwise the site's.
  var language: Language { declaration.language }
}
