/// What a node says of its element beyond its markup.
private final class Appearance: NodeFeature {
  var separator: Separator?
  var visibility: Visibility?
}

extension Node {
  /// The line above or below the node as a row; nil is what a cell's content says, and none for a container.
  public final var separator: Separator? {
    get { existing(Appearance.self)?.separator }
    set {
      guard newValue != separator else { return }
      feature(Appearance.self).separator = newValue
      showClasses()
    }
  }

  /// When viewers report that they have the node in view; nil: they do not.
  public final var visibility: Visibility? {
    get { existing(Appearance.self)?.visibility }
    set {
      guard newValue != visibility else { return }
      feature(Appearance.self).visibility = newValue
      for feature in features { feature.visibilityChanged(self) }
      showClasses()
    }
  }
}
