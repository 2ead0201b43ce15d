/// What a site adds to the page of an error: its looks, and a way on.
struct ProblemFrame: Sendable {
  /// A page to go on from.
  struct Link: Sendable {
    let path: String
    let title: String
  }

  /// The library's style sheet, then those of the site.
  var styles: [String] = []
  /// Where its one link leads; nil for none.
  var page: Link?
}
