/// A title of a container's index, and the address or the row where it leads.
struct IndexPlace: Equatable, Sendable {
  enum Target: Equatable, Sendable {
    case section(address: String)
    case row(ListAnchor)
  }

  /// The places of the nearest container whose source has sections.
  static let all = SharedData<[IndexPlace]>("sectionIndex")

  let title: String
  let target: Target
}

extension ContainerModel {
  /// Tells the cells below where the titles of the source's index lead. Reads the titles only if there is such a cell.
  package final func shareSectionIndex() {
    guard source?.hasSections == true || sharedValues[IndexPlace.all.name] != nil else { return }
    share(to: IndexPlace.all) { [weak self] in self?.indexPlaces ?? [] }
  }

  /// The titles of the index and their places. Leaves out a title that leads to no section, and reports it.
  private final var indexPlaces: [IndexPlace] {
    let count = source?.hasSections == true ? children.count : 0
    return (source?.shownIndexTitles ?? []).compactMap { title in
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
        return IndexPlace(title: title.title, target: .section(address: children[index].address))
      }
    }
  }
}
