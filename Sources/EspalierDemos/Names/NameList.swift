import Espalier

/// Thirty-two names whose markup is a block in the page's template, filled with a plain value: no content type anywhere.
final class NameList: ContainerModel {
  /// What the block needs.
  struct Name: Hashable, Codable, Identifiable, Sendable {
    let id: Int
    let name: String
    let isSelected: Bool
    var select = Command.nop
    var remove = Command.nop
  }

  private struct State: Codable, Equatable {
    var left = Array(all.indices)
    var selected: Int?
  }

  private var state = State()

  override func didLoad() {
    keep(\.state, as: "state")
    show()
  }

  private func change(_ change: (inout State) -> Void) {
    change(&state)
    show()
  }

  private func show() {
    let restore = Command("restore", to: NameList.self) { $0.change { $0.left = Array(Self.all.indices) } }
    let selected = state.selected.map { "\(Self.all[$0]) is selected" } ?? "None is selected"
    let left = state.left.count
    let header = Cell(selected, named: "NamesHeader") {
      """
      <p><output>\($0)</output> <span class="note">\(left) of \(Self.all.count)</span></p>\
      <button class="quiet" \(restore)>Bring all back</button>
      """
    }
    let rows = state.left.map { Cell(template: .block("Name", in: "names"), data: name($0)) }
    set(
      Section(header: header) { rows.map { ListElement($0) } },
      animations: Animations(insertRows: .middle, deleteRows: .middle))
  }

  private func name(_ number: Int) -> Name {
    Name(
      id: number, name: Self.all[number], isSelected: number == state.selected,
      select: Command("select", to: NameList.self) { $0.change { $0.selected = number } },
      remove: Command("remove", to: NameList.self) {
        $0.change { state in
          state.left.removeAll { $0 == number }
          if state.selected == number { state.selected = nil }
        }
      })
  }

  private static let all = """
    Ada Ben Cleo Dora Edda Finn Gil Hana Ivo Jana Karl Lea Max Nia Ole Pia Quin Rosa Sam Tess Uli Vera Wim Xenia Yara Zeno \
    Anton Berta Carl Doris Emil Frieda
    """.split(separator: " ").map(String.init)
}
