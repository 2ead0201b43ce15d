import Espalier
import EspalierServer

private struct Herb: Content, Identifiable {
  let id: String
  var html: HTML { "\(id)" }
}

private struct Length: TableRow, Identifiable {
  let id: String
  var cells: [HTML] {
    "\(id)"
    "\(id.count)"
  }
}

/// A form with a field that another window of the same browser may change, a button that the server refuses, and
/// buttons that choose the language.
private struct Label: Content, Identifiable {
  static let rename = Event<String>("rename")
  static let speak = Event<String>("speak")
  var id: String { "label" }
  var text = "Kräuter"
  var greeting = ""
  var html: HTML {
    """
    <p>\(greeting)</p>
    <form \(Self.rename, on: nil)><label>Name <input name="data" value="\(text)"></label><button>OK</button></form>
    <button \(Self.speak, sends: "de")>Deutsch</button> <button \(Self.speak, sends: "en")>English</button>
    """
  }
}

private final class MovableHerbs: ContainerModel {
  override func didLoad() {
    add(Reordering())
    set { for name in ["Anis", "Dill", "Salbei"] { Herb(id: name) } }
  }
}

/// Loads one more row, then it is complete. The first refresh fails.
private final class GrowingHerbs: ContainerModel {
  private var hasFailed = false

  override func didLoad() {
    header = .refreshButton
    footer = .loadMore
    add(CellModel(Herb(id: "Kerbel")))
    onLoad(.more, from: { _ in 1 }) {
      $0
    } then: { list, _ in
      list.add(CellModel(Herb(id: "Minze")))
      return .noMore
    }
    onLoad(.refresh) {
      struct Failure: Error {}
      throw Failure()
    } then: { _, _ in
      .more
    }
  }
}

private final class HerbTable: ContainerModel {
  override func didLoad() {
    layout = .table(
      Table("Längen", columns: [.init("name", "Name", isSortable: true), .init("length", "Länge", isSortable: true)]))
    on(Table.sort) { table, order in table.layout.table?.order = order }
    set { for name in ["Anis", "Dill"] { Length(id: name) } }
  }
}

/// Shows the library's texts, and its own greeting, in the language of the page.
final class WordsPage: ContainerModel {
  /// The language that a browser has chosen.
  struct Choice: Codable, Equatable, Sendable { var tag: String? }

  private let label = CellModel(Label())

  override func didLoad() {
    add(label)
    add(MovableHerbs(id: "movable"))
    add(GrowingHerbs(id: "growing"))
    add(HerbTable(id: "table"))
    on(Label.rename) { page, text in page.label.content.text = text }
    on(Label.speak) { page, tag in
      page.session(Choice.self)?.update { $0.tag = tag }
      page.pageInfo.language = tag == "de" ? .german : .english
    }
  }

  override func willRender() {
    label.content.greeting = ["de": "Guten Tag", "ar": "مرحبا بكم في حديقة الأعشاب"][pageLanguage.tag] ?? "Good day"
  }
}
