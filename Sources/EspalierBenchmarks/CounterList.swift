import Espalier

/// A number that counts the presses of its button.
struct Counter: Content {
  static let add = Event<NoData>("add")
  var number = 0
  var html: HTML { "<p>\(number)</p><button \(Self.add)>Add</button>" }
}

/// A counter and rows that do not change. The benchmarks over HTTP send events to it and follow it.
final class CounterList: ContainerModel {
  private let rows: Int

  init(rows: Int) {
    self.rows = rows
    super.init()
  }

  override func didLoad() {
    let counter = CellModel(Counter())
    add(counter)
    for number in 0..<rows { add(Changes.Item(id: number, text: "Item \(number)")) }
    on(Counter.add) { _ in counter.content.number += 1 }
  }
}
