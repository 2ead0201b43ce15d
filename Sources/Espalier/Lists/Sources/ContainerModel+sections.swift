extension ContainerModel {
  /// Adds a plugin to the sections that the container's source makes. Does nothing without such a source.
  ///
  /// A plugin that serves all rows of a list calls it in ``Plugin/begin(in:)`` and in ``Plugin/rowsChanged(in:)``.
  public final func addToSections(_ plugin: some Plugin) {
    guard source?.hasSections == true else { return }
    for case let section as ContainerModel in children { section.add(plugin) }
  }

  /// Removes a plugin from the sections that the container's source makes.
  public final func removeFromSections(_ plugin: some Plugin) {
    guard source?.hasSections == true else { return }
    for case let section as ContainerModel in children { section.remove(plugin) }
  }
}

extension Node {
  /// Whether this is a section of a source, and not a row.
  package final var isSectionOfSource: Bool { self is ContainerModel && parent?.source?.hasSections == true }
}
