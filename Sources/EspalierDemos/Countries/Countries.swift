import Espalier

/// Seventeen countries, searched by how they begin. The list is set as one value after each change.
final class Countries: ContainerModel {
  private let bar = CellModel(CountryBar())
  private var query = ""
  private var removed: Set<String> = []

  private var left: [Country] { Country.all.filter { !removed.contains($0.id) } }
  private var found: [Country] {
    let beginning = query.lowercased().split(separator: " ").joined(separator: " ")
    return left.filter { $0.name.lowercased().hasPrefix(beginning) }
  }

  override func didLoad() {
    header = bar
    on(CountryBar.search) { $0.search($1) }
    on(CountryBar.removeFirst) { $0.removeFirst() }
    on(CountryBar.again) { list in
      list.removed = []
      list.search("")
    }
    persist(\.query, as: "query")
    persist(\.removed, as: "removed")
    show()
  }

  private func search(_ text: String) {
    query = text
    show()
  }

  private func removeFirst() {
    if let first = found.first { removed.insert(first.id) }
    show()
  }

  private func show() {
    let found = found
    bar.content = CountryBar(query: query, found: found.count, left: left.count)
    set(animations: Animations(insertRows: .fade, deleteRows: .left)) {
      found
      if found.isEmpty { NoCountry(query: query) }
      Spacer(24)
      CountryNote()
    }
  }
}
