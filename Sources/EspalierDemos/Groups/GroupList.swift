import Espalier

/// Plants by their first letter: one list of plants, and one of letters. The letters change their places, and the rows stay
/// as they are. The window follows a plant that somebody has selected.
final class GroupList: ContainerModel {
  private struct Letter: Identifiable, Hashable, Sendable { let id: String }

  private static let plants = """
    Apple Apricot Artichoke Beetroot Borage Bramble Carrot Chard Fennel Fig Garlic Gooseberry Grape Leek Lettuce Lovage \
    Parsnip Pea Pear Plum Sage Spinach Strawberry
    """.split(separator: " ").map { GroupedPlant(id: String($0)) }
  private let letters = ArraySource("ABCFGLPS".map { Letter(id: String($0)) })
  private let buttons = CellModel(GroupButtons())
  private let selection = Selection(.single, followsMoves: true)

  private var keys: [String] {
    get { letters.rows.map(\.id) }
    set {
      letters.rows = newValue.map(Letter.init)
      buttons.content.order = newValue.joined(separator: " ")
    }
  }

  override func didLoad() {
    header = buttons
    footer = .sectionIndex()
    children.source = GroupedSource(ArraySource(Self.plants), by: \GroupedPlant.letter, keys: letters)
    keys = letters.rows.map(\.id)
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
