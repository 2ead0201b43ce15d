import Espalier

/// The gardeners of spring and of summer, nine each. The code sets one list or the other; Espalier finds the moves,
/// inserts, removals and changes.
final class DiffList: ContainerModel {
  private var isSecond = false

  override func didLoad() {
    persist(\.isSecond, as: "second")
    show()
  }

  private func toggle() {
    isSecond.toggle()
    show()
  }

  private func show() {
    let header = DiffHeader(isSecond: isSecond, toggle: Command("toggle", to: DiffList.self) { $0.toggle() })
    let people = isSecond ? Self.second : Self.first
    set(ListSection(header: header) { people }, animations: Animations(insertRows: .left, deleteRows: .right))
  }

  private static let first = [
    Member(1, "Ida"), Member(2, "Jon"), Member(3, "Kim"), Member(4, "Lea"), Member(5, "Max"), Member(6, "Nia"),
    Member(7, "Ole"), Member(8, "Pia"), Member(9, "Quin"),
  ]

  /// Without 6, with 10, and with other names for 3 and 4. Four moves are enough.
  private static let second = [
    Member(2, "Jon"), Member(10, "Rosa"), Member(5, "Max"), Member(1, "Ida"), Member(3, "Kira"), Member(8, "Pia"),
    Member(7, "Ole"), Member(4, "Leo"), Member(9, "Quin"),
  ]
}

/// A person: the number is the identity, the name is only content.
struct Member: Content, Identifiable {
  let id: Int
  var name: String

  init(_ id: Int, _ name: String) {
    self.id = id
    self.name = name
  }

  var html: HTML {
    "<span class=\"avatar tone-\(id % 9)\" aria-hidden=\"true\">\(id)</span><span>\(name)</span>"
  }
}

/// The header: names the list, with a button that shows the other one.
struct DiffHeader: Content {
  var isSecond: Bool
  var toggle = Command.nop
  var html: HTML {
    """
    <div role="status"><h2>\(isSecond ? "Summer" : "Spring") team</h2></div><button class="primary" \(toggle)>Show the \
    \(isSecond ? "spring" : "summer") team</button>
    """
  }
}
