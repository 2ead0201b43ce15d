import Espalier

/// Two lists that viewers can reorder: a grid, and rows in sections.
final class ReorderPage: ContainerModel {
  override func didLoad() {
    add(TileBoard())
    add(ChoreWeek())
  }
}
