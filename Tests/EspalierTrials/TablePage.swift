import Espalier
import EspalierServer

/// The page of js-framework-benchmark: a table of thousands of rows, and one button for each operation on it.
final class TablePage: ContainerModel {
  /// One row. Its label is a button that selects it, and another button deletes it.
  struct Label: Content, Identifiable {
    static let select = Event<Int>("select")
    static let remove = Event<Int>("remove")
    let id: Int
    var text: String
    var isSelected = false

    var html: HTML {
      """
      <span>\(id)</span> <button \(Self.select, sends: id) aria-pressed="\(isSelected)">\(text)</button> \
      <button \(Self.remove, sends: id) aria-label="Delete">x</button>
      """
    }
  }

  /// The operations on the whole table.
  enum Operation: String, CaseIterable, Codable {
    case create, createMany, append, update, swap, clear
  }

  struct Operations: Content {
    static let perform = Event<Operation>("perform")

    var html: HTML {
      "\(Operation.allCases.map { "<button \(Self.perform, sends: $0)>\($0.rawValue)</button>" as HTML })"
    }
  }

  private static let words = [
    "pretty", "large", "big", "small", "tall", "short", "long", "handsome", "plain", "quaint",
  ]
  @NodeState private var rows: [Label] = []
  private var made = 0

  override func didLoad() {
    header = CellModel(Operations())
    on(Operations.perform) { $0.perform($1) }
    on(Label.select) { table, id in
      for index in table.rows.indices { table.rows[index].isSelected = table.rows[index].id == id }
    }
    on(Label.remove) { table, id in table.rows.removeAll { $0.id == id } }
  }

  override func willRender() { set(rows: rows) }

  private func perform(_ operation: Operation) {
    switch operation {
    case .create: rows = fresh(1_000)
    case .createMany: rows = fresh(10_000)
    case .append: rows += fresh(1_000)
    case .update: for index in stride(from: 0, to: rows.count, by: 10) { rows[index].text += " !!!" }
    case .swap: if rows.count > 998 { rows.swapAt(1, 998) }
    case .clear: rows = []
    }
  }

  private func fresh(_ count: Int) -> [Label] {
    (0..<count).map { _ in
      made += 1
      return Label(id: made, text: "\(Self.words[made % 10]) \(Self.words[made / 10 % 10])")
    }
  }
}
