public import Espalier

extension Page {
  /// Returns the page in one language, whatever its viewers prefer.
  ///
  /// ```swift
  /// Page("/", title: "Posts") { PostList(.english) }
  /// Page("/de", title: "Beiträge") { PostList(.german) }.language(.german)
  /// ```
  ///
  /// The language need not be one of the site's languages. Its words are those of the page's cells, of its status line
  /// and of error messages about it.
  public func language(_ language: Language) -> Page {
    var page = self
    page.language = language
    return page
  }
}
