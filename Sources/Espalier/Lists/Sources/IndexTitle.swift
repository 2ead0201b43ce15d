/// A title of the index beside a list. See ``Node/sectionIndex(above:link:)``.
public struct IndexTitle: Hashable, Sendable {
  /// Where a title leads.
  package enum Target: Hashable, Sendable {
    /// The section with this index.
    case section(Int)
    /// A row of a list that is shown in windows.
    case row(ListAnchor)
  }

  /// A short text, mostly one letter.
  package var title: String
  /// Where it leads.
  package var target: Target

  /// A title that leads to a section.
  public init(_ title: String, section: Int) { (self.title, target) = (title, .section(section)) }

  /// A title that leads to a row of a list that is shown in windows.
  package init(_ title: String, at anchor: ListAnchor) { (self.title, target) = (title, .row(anchor)) }

  /// The same title in a list that has so many sections before those of this one.
  func offset(by sections: Int) -> IndexTitle {
    guard case .section(let index) = target else { return self }
    return IndexTitle(title, section: index + sections)
  }
}

extension SourceSection {
  /// The section's title in an index; nil if it has neither such a title nor a name with a letter or digit.
  package var shownIndexTitle: String? {
    if let indexTitle { return indexTitle.isEmpty ? nil : indexTitle }
    return title?.first { $0.isLetter || $0.isNumber }?.uppercased()
  }
}

extension Source {
  /// The titles of the index: the source's own, or else those of its sections. Sections that follow each other and have
  /// the same title share one, which leads to the first of them.
  final var shownIndexTitles: [IndexTitle] {
    if let indexTitles { return indexTitles }
    guard hasSections else { return [] }
    var titles: [IndexTitle] = []
    for index in 0..<sectionCount {
      guard let title = (try? section(at: index))?.shownIndexTitle, titles.last?.title != title else { continue }
      titles.append(IndexTitle(title, section: index))
    }
    return titles
  }
}
