/// The content of an index beside a list: a title for each section, mostly its first letter, that leads there.
///
/// ```swift
/// list.children.source = GroupedSource(people, by: \Person.letter)
/// list.header = .sectionIndex()
/// ```
///
/// The titles are links, so they work with the keyboard and without JavaScript. The titles come from the source's
/// `indexTitles`, or else from its sections and from rows with a title of their own; see ``RowTraits``.
package struct SectionIndex: Content {
  /// A title and the URL where it leads.
  struct Entry: Hashable, Codable, Sendable {
    let title: String
    /// The URL of the section. If it is on the same page, the URL has only a fragment.
    let url: String
  }

  /// The titles in the order of the sections.
  var entries: [Entry] = []
  /// The language of the page.
  var language = Language.english

  private enum CodingKeys: CodingKey { case entries }

  /// A landmark with a list of links; nothing if there are no titles.
  package var html: HTML {
    if entries.isEmpty { return HTML() }
    let links = entries.map { "<li><a href=\"\($0.url)\">\($0.title)</a></li>" as HTML }
    return """
      <nav class="e-index e-tools" aria-label="\(language.words[.sectionIndex])"><ol role="list">\(links)</ol></nav>
      """
  }
}

extension Node {
  /// An index beside a list: a title for each section, mostly its first letter, that leads there. Put it into the header or
  /// the footer of the container that has the source. It is shown if there are more titles than `limit`.
  ///
  /// The titles are links, so they work with the keyboard and without JavaScript. They come from the source's
  /// `indexTitles`, or else from its sections and from rows with a title of their own; see ``RowTraits``. For a list that is
  /// shown in windows, `link` returns the URL of the page at an anchor.
  public static func sectionIndex(above limit: Int = 5, link: ((ListAnchor) -> any SiteURL)? = nil) -> Node {
    SectionIndexModel(above: limit, link: link)
  }
}

/// The node of an index. Put it into the header or the footer of the container that has the source.
package final class SectionIndexModel: CellModel<SectionIndex> {
  private var places: [IndexPlace] = []
  private let link: ((ListAnchor) -> String)?

  package init(above limit: Int = 5, link: ((ListAnchor) -> any SiteURL)? = nil) {
    self.link = link.map { link in { link($0).url } }
    super.init(SectionIndex())
    follow(above: limit)
  }

  private func follow(above limit: Int) {
    isExported = false
    subscribe(to: IndexPlace.all) { index, places in
      index.places = places.count > limit ? places : []
      index.setNeedsRender()
    }
    // The URLs may depend on it.
    subscribe(to: Editing.state) { index, _ in index.setNeedsRender() }
  }

  /// Follows the language of the page, and the addresses of the sections.
  override package func willRender() {
    content.language = pageLanguage
    content.entries = places.compactMap { place in
      url(of: place.target).map { SectionIndex.Entry(title: place.title, url: $0) }
    }
  }

  private func url(of target: IndexPlace.Target) -> String? {
    switch target {
    case .node(let address): "#\(address)"
    case .row(let anchor): link?(anchor)
    }
  }
}
