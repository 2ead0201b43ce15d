extension Node {
  /// What the node's element has in its `class` beside the type, as it is now. Viewers see it when the node is rendered.
  final func classes(heightHint: Int?) -> String {
    var classes = pluginClasses
    if let sight = wantedSight { classes.append(sight.classes) }
    if let height = HeightHint.rule(for: heightHint) { classes.append(HeightHint.className(of: height)) }
    return classes.joined(separator: " ")
  }
}
