import Espalier

/// Rows that can be removed and added. When no row is left, another cell says so.
final class RemovableList: ContainerModel {
  private struct State: Codable, Equatable {
    var numbers = Array(0..<4)
    var next = 4
  }

  private var state = State()

  override func didLoad() {
    persist(\.state, as: "state")
    show()
  }

  private func add() {
    // Anybody can open this page, so its list must not grow without limit.
    guard state.numbers.count < 24 else { return }
    state.numbers.append(state.next)
    state.next += 1
    show()
  }

  private func remove(_ number: Int) {
    state.numbers.removeAll { $0 == number }
    show()
  }

  private func show() {
    let add = Command("add", to: RemovableList.self) { $0.add() }
    let header = RemovableHeader(count: state.numbers.count, add: add)
    set(ListSection(header: header) { rows }, animations: Animations(insertRows: .top, deleteRows: .right))
  }

  @ListBuilder private var rows: [ListElement] {
    for number in state.numbers {
      let name = Self.seedlings[number % Self.seedlings.count]
      let remove = Command("remove", to: RemovableList.self) { $0.remove(number) }
      Cell(name, id: number, named: "RemovableRow") {
        "<span>\($0)</span><button class=\"round\" \(remove) aria-label=\"Remove \($0)\">×</button>"
      }
    }
    if state.numbers.isEmpty { NoMoreData() }
  }

  private static let seedlings = [
    "Radish", "Leek", "Lettuce", "Kale", "Beetroot", "Chard", "Fennel", "Pea", "Bean", "Carrot", "Spinach", "Rocket",
  ]
}
