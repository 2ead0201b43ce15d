import Espalier

/// A search field and its matches. A subclass decides what to search, such as words or the table of contents.
class SearchModel: ContainerModel {
  typealias Results = (count: Int, rows: [ListElement])

  private var query = ""
  private let field: CellModel<SearchField>

  init(_ label: String, noun: String, id: String? = nil) {
    field = CellModel(SearchField(label: label, noun: noun))
    super.init(id: id)
  }

  /// Returns the matches for a query; for an empty query, everything. Override it.
  func results(for query: String) -> Results { (0, []) }

  override func didLoad() {
    header = field
    on(SearchField.search) { $0.search($1) }
    on(SearchField.showAll) { $0.search("") }
    show()
  }

  private func search(_ text: String) {
    query = text
    show()
  }

  private func show() {
    let wanted = String(query.lowercased().trimmed)
    let (count, rows) = results(for: wanted)
    let total = wanted.isEmpty ? count : results(for: "").count
    (field.content.query, field.content.count, field.content.total) = (query, count, total)
    // Remove rows without animation, so that results appear at once while somebody types.
    set(animations: Animations(insertRows: .fade, deleteRows: .none)) {
      rows
      if count == 0 { NoMatch(query: query) }
    }
  }
}

extension String {
  /// The text without spaces at both ends.
  fileprivate var trimmed: Substring {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  /// Whether this text contains another one, which must be in lower case. Ignores the case of this text.
  func matches(_ text: String) -> Bool { text.isEmpty || lowercased().contains(text) }
}
