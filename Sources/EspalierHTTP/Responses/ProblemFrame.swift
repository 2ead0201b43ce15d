/// What a site adds to the page of an error: style sheets, and a link.
package struct ProblemFrame: Sendable {
  /// A page to go on from.
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
  /// Where the page's one link leads; nil for none.
  let page: Link?

  package init(styles: [String] = [], page: Link? = nil) {
    self.styles = styles
    self.page = page
  }
}
