import Espalier

/// Thirty cards in a grid. The cards come from an array that the page observes.
final class TitleGrid: ContainerModel {
  private let cards = ArraySource((1...30).map(TitleCard.init))
  private let top = CellModel(TitleHeader())

  private var isReversed: Bool {
    get { top.content.isReversed }
    set {
      top.content.isReversed = newValue
      cards.rows.sort { newValue ? $0.id > $1.id : $0.id < $1.id }
    }
  }

  override func didLoad() {
    layout = .grid
    header = top
    children.source = cards
    persist(\.isReversed, as: "isReversed")
    on(TitleHeader.reverse) { $0.isReversed = $1 }
  }
}
