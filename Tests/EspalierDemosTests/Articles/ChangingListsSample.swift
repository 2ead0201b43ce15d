import Espalier

/// The samples of the article on changing lists row by row.
enum ChangingListsArticle {
  struct Lesson: Content, Identifiable {
    let id: String
    var hour: Int
    var weight: Int { hour }
    var html: HTML { "\(hour):00 \(id)" }
  }

  static func order(_ list: ContainerModel, _ lessons: [Lesson]) {
    list.children.isOrderedByWeight = true
    list.add(lessons)
  }

  /// Changes a list with the rows `anchor` and `other`, which is the last section of a page.
  static func change(_ page: ContainerModel, _ list: ContainerModel, anchor: Node, other: Node) {
    let (row, first, second) = (lesson("row"), lesson("first"), lesson("second"))
    list.add(row)
    list.add([first, second], at: .after(anchor))  // in this order
    list.children.swap(row, with: other)  // also across containers
    list.remove([row, other], emptySection: true)  // and the section, if no row is left
    list.remove([anchor], scrollingTo: .center)  // to the row that takes its place
    page.children.addToLastSection([row])  // makes a section if there is none
  }

  static func lesson(_ id: String, at hour: Int = 9) -> Node { CellModel(Lesson(id: id, hour: hour)) }
}
