import Espalier

/// Two lists to be put into order by hand: a grid, and rows in sections.
final class ReorderPage: ContainerModel {
  override func didLoad() {
    add(TileBoard())
    add(ChoreWeek())
  }
}
