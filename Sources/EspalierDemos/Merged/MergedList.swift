import Espalier

/// Four demos in one list. Each is the same class as in its own page, and none knows about the others.
final class MergedList: ContainerModel {
  override func didLoad() {
    add(WordSearch(id: "search"))
    add(RemovableList(id: "seedlings"))
    add(CalendarModel(id: "calendar"))
    add(PostList(id: "posts"))
  }
}
