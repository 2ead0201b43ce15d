extension Page {
  /// Returns the page for forms that bring files. A request with files for another page is refused before its files are
  /// stored.
  ///
  /// `most` are the bytes of a whole form; more get 413. `Limits.http.upload` holds too. Which files an event takes is
  /// said by `Event.takingFiles(_:upTo:)`.
  public func takingFiles(upTo most: Int = .max) -> Page {
    var page = self
    page.mostFileBytes = most
    return page
  }
}
