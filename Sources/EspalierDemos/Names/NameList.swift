import Espalier

/// Thirty-two names. A row's markup is a block in the page template, and its data is a plain value: it needs no content
/// type. The plugin `Selection` makes the rows selectable.
final class NameList: ContainerModel {
  /// The values for the block.
  struct Name: Hashable, Codable, Identifiable, Sendable {
    let id: Int
    let name: String
    var remove = Command.nop
  }

  private let selection = Selection(.single)
  private var left = Array(all.indices) { didSet { show() } }

  override func didLoad() {
    persist(\.left, as: "left")
    persist(\.selection.mode, as: "mode")
    persist(\.selection.selected, as: "selected")
    add(selection)
    header = NamesHeaderModel(mode: selection.mode)
    show()
    on(NamesHeader.choose) { list, mode in
      list.selection.mode = mode
      (list.header as? NamesHeaderModel)?.content.mode = mode
    }
    on(NamesHeader.restore) { $0.left = Array(Self.all.indices) }
  }

  private func show() {
    (header as? NamesHeaderModel)?.content.count = left.count
    set(animations: Animations(insertRows: .middle, deleteRows: .middle)) {
      for number in left { Cell(template: .block("Name", in: "names"), data: name(number)) }
    }
  }

  private func name(_ number: Int) -> Name {
    let remove = Command("remove", to: NameList.self) { $0.left.removeAll { $0 == number } }
    return Name(id: number, name: Self.all[number], remove: remove)
  }

  static let all = """
    Ada Ben Cleo Dora Edda Finn Gil Hana Ivo Jana Karl Lea Max Nia Ole Pia Quin Rosa Sam Tess Uli Vera Wim Xenia Yara Zeno \
    Anton Berta Carl Doris Emil Frieda
    """.split(separator: " ").map(String.init)
}
