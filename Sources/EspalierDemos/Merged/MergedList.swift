import Espalier

/// Four demos in one list, each the very class that is a page of its own. None knows that it is not alone.
final class MergedList: ContainerModel {
  override func didLoad() {
    add(WordSearch(id: "search"))
    add(RemovableList(id: "seedlings"))
    add(CalendarModel(id: "calendar"))
    add(PostList(id: "posts"))
  }
}
