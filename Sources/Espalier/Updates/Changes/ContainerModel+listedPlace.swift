extension ContainerModel {
  /// Returns a place in the list that viewers see at this moment.
  final func place(at index: Int) -> ChangeSet.Place {
    .init(container: shownAddress, path: shownPath, index: index, before: nil)
  }

  /// Returns the key of the listed row that will follow a new row; nil at the end of the rows.
  final func keyBefore(_ index: Int?) -> String? {
    guard let index, shown[index].slot == .row else { return nil }
    return shown[index].key
  }
}
