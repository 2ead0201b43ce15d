/// The style sheets and the link that a site adds to its error pages.
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

  package init(styles: [String] = [], page: Link? = nil) {
    self.styles = styles
    self.page = page
  }
}
