/// What a site adds to its error pages: style sheets and a link, or a document of its own.
package struct ProblemFrame: Sendable {
  /// A link to a page from which a person can continue.
  package struct Link: Sendable {
    let path: String
    let title: String

    package init(path: String, title: String) {
      self.path = path
      self.title = title
    }
  }

  /// The paths of style sheets, in order.
  let styles: [String]
  /// The link of the error page; nil for none.
  let page: Link?

  /// Makes the whole document from a title and the markup of the problem. Nil, or a result of nil: the plain one.
  let document: (@Sendable (_ title: String, _ content: String) -> String?)?

  /// The texts of the page.
  let words: ProblemWords

  package init(
    styles: [String] = [], page: Link? = nil, words: ProblemWords = .english,
    document: (@Sendable (String, String) -> String?)? = nil
  ) {
    self.styles = styles
    self.words = words
    self.page = page
    self.document = document
  }
}
