extension ContainerModel {
  /// The sections that the container's source makes; none without such a source.
  final var sectionsOfSource: [ContainerModel] {
    guard source?.hasSections == true else { return [] }
    return childNodes.compactMap { $0 as? ContainerModel }
  }
}

extension Node {
  /// Whether this is a section of a source, and not a row.
  package final var isSectionOfSource: Bool { self is ContainerModel && parent?.source?.hasSections == true }
}
