/// A title of a container's index, and the address or the row where it leads.
struct IndexPlace: Equatable, Sendable {
  enum Target: Hashable, Sendable {
    /// A section or a row of the page.
    case node(address: String)
    case row(ListAnchor)
  }

  /// The places of the nearest container with a source.
  static let all = SharedData<[IndexPlace]>("sectionIndex")

  let title: String
  let target: Target
}

extension ContainerModel {
  /// Tells the cells below where the titles of the source's index lead. Reads the titles only if there is such a cell.
  package final func shareSectionIndex() {
    let isShared = sharedValues[IndexPlace.all.name] != nil
    // Without sections there are mostly no titles, so only a cell that asks for them is told about changes.
    if isShared, source?.hasSections == false, !isIndexed { return }
    guard source != nil || isShared else { return }
    share(to: IndexPlace.all) { [weak self] in self?.indexPlaces ?? [] }
  }

  /// Whether a cell below shows the index.
  private final var isIndexed: Bool {
    existing(Subscriptions.self)?.inOrder(IndexPlace.all.name, below: self).isEmpty == false
  }

  /// The titles of the index and their places: those of the source, or else of the sections and rows.
  private final var indexPlaces: [IndexPlace] {
    guard let source else { return [] }
    let places = places(of: source.shownIndexTitles)
    return source.indexTitles == nil ? places.addingRows(of: self) : places
  }

  /// The places of the source's titles. Leaves out a title that leads to no section, and reports it.
  private final func places(of titles: [IndexTitle]) -> [IndexPlace] {
    let count = source?.hasSections == true ? childNodes.count : 0
    return titles.compactMap { title in
      switch title.target {
      case .row(let anchor): return IndexPlace(title: title.title, target: .row(anchor))
      case .section(let index):
        guard (0..<count).contains(index) else {
          report { node in
            .source(
              "the index title \"\(title.title)\" leads to section \(index), and there are \(count)",
              address: node.address)
          }
          return nil
        }
        return IndexPlace(title: title.title, target: .node(address: childNodes[index].address))
      }
    }
  }
}

extension [IndexPlace] {
  /// Adds the titles of single rows, each behind that of its section. Rows that follow each other and have the same title
  /// share one.
  fileprivate func addingRows(of list: ContainerModel) -> [IndexPlace] {
    guard list.source?.hasSections == true else { return self + list.childNodes.indexPlaces }
    let known = Dictionary(map { ($0.target, $0) }, uniquingKeysWith: { first, _ in first })
    return list.childNodes.flatMap { section in
      let own = known[.node(address: section.address)].map { [$0] } ?? []
      return own + ((section as? ContainerModel)?.childNodes.indexPlaces ?? [])
    }
  }
}

extension [Node] {
  fileprivate var indexPlaces: [IndexPlace] {
    var places: [IndexPlace] = []
    for row in self {
      guard let title = row.traits.indexTitle, title != places.last?.title else {
        continue
      }
      places.append(IndexPlace(title: title, target: .node(address: row.address)))
    }
    return places
  }
}
