import Espalier
import EspalierServer

/// A row with a button that counts its presses.
struct ButtonRow: Content, Identifiable {
  static let press = Event<Int>("press")
  let id: Int
  var presses = 0
  var html: HTML { "<span>Row \(id)</span> <button \(Self.press, sends: id)>\(presses) presses</button>" }
}

/// A list with so many buttons that a browser should not give each of them a form.
final class ButtonsPage: ContainerModel {
  private let count: Int

  init(_ count: Int) {
    self.count = count
    super.init()
  }

  override func didLoad() {
    let rows = (0..<count).map { CellModel(ButtonRow(id: $0)) }
    add(rows)
    on(ButtonRow.press) { _, row in if rows.indices.contains(row) { rows[row].content.presses += 1 } }
  }
}
