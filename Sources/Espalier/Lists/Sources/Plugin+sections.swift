extension Plugin {
  /// Adds the plugin to the sections that the container's source makes. Does nothing without such a source.
  ///
  /// A plugin that serves all rows of a list calls it in ``begin(in:)`` and in ``rowsChanged(in:)``.
  public final func addToSections(of container: ContainerModel) {
    for section in container.sectionsOfSource { section.add(self) }
  }

  /// Removes the plugin from the sections that the container's source makes.
  public final func removeFromSections(of container: ContainerModel) {
    for section in container.sectionsOfSource { section.remove(self) }
  }

  /// Whether a node is a section of a source, and not a row.
  public static func isSection(_ node: Node) -> Bool { node.isSectionOfSource }
}

extension ContainerModel {
  /// The sections that the container's source makes; none without such a source.
  fileprivate final var sectionsOfSource: [ContainerModel] {
    guard source?.hasSections == true else { return [] }
    return childNodes.compactMap { $0 as? ContainerModel }
  }
}

extension Node {
  /// Whether this is a section of a source, and not a row.
  package final var isSectionOfSource: Bool { self is ContainerModel && parent?.source?.hasSections == true }
}
