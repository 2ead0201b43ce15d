extension Event {
  /// Returns this event for forms that bring files. The server looks at the content of each file, not at its name: it
  /// answers 415 for another kind, and 413 for more than `most` bytes. Then no handler runs.
  ///
  /// The page must take files too: see `Page.takingFiles(upTo:)`.
  public func takingFiles(_ kinds: Set<FileKind>, upTo most: Int) -> Self {
    Self(name: EventDescriptor(name, files: FileRule(kinds: kinds, most: most)))
  }
}
