import Espalier

/// Plants by their first letter: one source for each letter. The letters change their places, and the rows stay as they
/// are. The window follows a plant that somebody has selected.
final class GroupList: ContainerModel {
  private static let plants: KeyValuePairs = [
    "A": ["Apple", "Apricot", "Artichoke"], "B": ["Beetroot", "Borage", "Broad bean"], "C": ["Carrot", "Chard"],
    "F": ["Fennel", "Fig"], "G": ["Garlic", "Gooseberry", "Grape"], "L": ["Leek", "Lettuce", "Lovage"],
    "P": ["Parsnip", "Pea", "Pear", "Plum"], "S": ["Sage", "Spinach", "Strawberry"],
  ]
  private let groups = GroupedSource(plants.map(\.key)) { letter in
    ArraySource(
      (plants.first { $0.key == letter }?.value ?? []).map(GroupedPlant.init),
      section: SourceSection(id: letter, title: letter))
  }
  private let buttons = CellModel(GroupButtons())
  private let selection = Selection(.single, followsMoves: true)

  private var keys: [String] {
    get { groups.keys }
    set {
      groups.keys = newValue
      buttons.content.order = newValue.joined(separator: " ")
    }
  }

  override func didLoad() {
    header = buttons
    footer = .sectionIndex()
    children.source = groups
    keys = groups.keys
    add(selection)
    persist(\.selection.selected, as: "selected")
    persist(\.keys, as: "keys")
    on(GroupButtons.shuffle) { $0.keys = $0.shuffled }
    on(GroupButtons.sort) { $0.keys.sort() }
  }

  /// The letters as after a riffle of cards: one of the second half, one of the first, and so on.
  private var shuffled: [String] {
    let half = keys.count / 2
    return zip(keys[half...], keys[..<half]).flatMap { [$0, $1] }
  }
}
