import Espalier

/// A table whose rows are texts and strips by turns. A pick changes the row above its strip and the rows below it. The
/// strips keep their scroll positions.
final class StripTable: ContainerModel {
  private var picked: [String] = [] { didSet { show() } }

  override func didLoad() { show() }

  private func toggle(_ fruit: String) {
    if let index = picked.firstIndex(of: fruit) { picked.remove(at: index) } else { picked.append(fruit) }
  }

  private func show() {
    set {
      for shelf in Shelf.all {
        let mine = picked.filter(shelf.fruits.contains)
        ShelfRow(id: shelf.id, picked: mine.count)
        ListSection("\(shelf.id)-strip", layout: .strip) { fruits(of: shelf) }
        for fruit in mine {
          PickedRow(fruit: fruit, drop: Command("drop", to: StripTable.self) { $0.toggle(fruit) })
        }
      }
    }
  }

  /// The list of a strip: a value, like the list around it.
  @ListBuilder private func fruits(of shelf: Shelf) -> [ListElement] {
    for (number, fruit) in shelf.fruits.enumerated() {
      Fruit(
        id: fruit, tone: number, isPicked: picked.contains(fruit),
        pick: Command("pick", to: StripTable.self) { $0.toggle(fruit) })
    }
  }
}
