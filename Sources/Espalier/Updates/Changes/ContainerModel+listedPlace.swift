extension ContainerModel {
  /// A place in the list that viewers see at this moment.
  final func place(at index: Int) -> ChangeSet.Place {
    .init(container: shownAddress, path: shownPath, index: index, before: nil)
  }

  /// The key of the listed row that a new one will precede; nil at the end of the rows.
  final func keyBefore(_ index: Int?) -> String? {
    guard let index, shown[index].slot == .row else { return nil }
    return shown[index].key
  }
}
