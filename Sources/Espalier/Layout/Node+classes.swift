extension Node {
  /// What the node's element has in its `class` beside the type, as it is now. Viewers see it when the node is rendered.
  final func classes(heightHint: Int?) -> String {
    [HeightHint.rule(for: heightHint).map(HeightHint.className), wantedSight?.classes]
      .compactMap(\.self).joined(separator: " ")
  }
}
