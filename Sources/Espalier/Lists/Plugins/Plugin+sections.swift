extension Plugin {
  /// Adds the plugin to the sections of a container's source, whose containers the source makes.
  func addToSections(of list: ContainerModel) {
    guard list.source?.hasSections == true else { return }
    for case let section as ContainerModel in list.children { section.add(self) }
  }
}

extension Node {
  /// Whether this is a section of a source, and not a row.
  final var isSourceSection: Bool { self is ContainerModel && parent?.source?.hasSections == true }
}
