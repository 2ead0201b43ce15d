extension Node {
  /// What the node's element has in its `class` beside the type, as it is now. Viewers see it when the node is rendered.
  final func classes(heightHint: Int?) -> String {
    var classes = HeightHint.rule(for: heightHint).map(HeightHint.className) ?? ""
    if let sight = wantedSight { classes += classes.isEmpty ? sight.classes : " \(sight.classes)" }
    return classes
  }
}
