import Espalier

/// A field and what matches it. What is searched is said by a subclass; the words and the table of contents are two.
class SearchModel: ContainerModel {
  typealias Results = (count: Int, rows: [ListElement])

  private var query = ""
  private let field: CellModel<SearchField>

  init(_ label: String, noun: String, id: String? = nil) {
    field = CellModel(SearchField(label: label, noun: noun))
    super.init(id: id)
  }

  /// What matches, of which all is shown where nothing is looked for.
  func results(for query: String) -> Results { (0, []) }

  override func didLoad() {
    header = field
    on(SearchField.search) { $0.search($1) }
    on(SearchField.showAll) { $0.search("") }
    show()
  }

  private func search(_ text: String) {
    query = text.clipped(toBytes: 240)
    show()
  }

  private func show() {
    let wanted = String(query.lowercased().trimmed)
    let (count, rows) = results(for: wanted)
    let total = wanted.isEmpty ? count : results(for: "").count
    (field.content.query, field.content.count, field.content.total) = (query, count, total)
    // What goes makes room at once: one who types does not wait for it.
    set(animations: Animations(insertRows: .fade, deleteRows: .none)) {
      rows
      if count == 0 { NoMatch(query: query) }
    }
  }
}

extension String {
  /// Without spaces at both ends.
  fileprivate var trimmed: Substring {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  /// Whether a text that is in lower case already stands somewhere in this one.
  func matches(_ text: String) -> Bool { text.isEmpty || lowercased().contains(text) }
}
