extension Node {
  /// Whether viewers see the node: it and all above it are listed.
  var isShown: Bool {
    guard let parent else { return tree?.root === self }
    return shownIn === parent && parent.isShown
  }

  /// The path of indices from the root, as viewers currently see it.
  final var shownPath: [Int] {
    guard let above = shownIn else { return [] }
    return above.shownPath + [shownIndex]
  }
}

extension ContainerModel {
  /// The address under which viewers currently know this container.
  final var shownAddress: String {
    guard let above = shownIn else { return "" }
    return Address.join(above.shownAddress, above.shown[shownIndex].key)
  }
}
