/// The settings of a node's element beyond its markup.
private final class Appearance: NodeFeature {
  var separator: Layout.Separator?
  var visibility: Visibility?
}

/// The text by which a URL names a row. It is apart from the other settings, because all rows of a long list have one.
private final class URLKey: NodeFeature {
  var text: String?
}

extension Node {
  /// The line above or below the node as a row. Nil uses the separator of a cell's content, and no line for a
  /// container.
  package final var separator: Layout.Separator? {
    get { existing(Appearance.self)?.separator }
    set {
      guard newValue != separator else { return }
      feature(Appearance.self).separator = newValue
      showClasses()
    }
  }

  /// When viewers report that the node is in view. Nil uses the setting of a cell's content; a container then has no
  /// reports.
  public final var visibility: Visibility? {
    get { existing(Appearance.self)?.visibility }
    set {
      guard newValue != visibility else { return }
      feature(Appearance.self).visibility = newValue
      for feature in features { feature.visibilityChanged(self) }
      showClasses()
    }
  }

  /// The text by which a URL names the row. The browser writes it into the page's URL while somebody reads the row.
  final var urlKey: String? {
    get { existing(URLKey.self)?.text }
    set {
      guard newValue != urlKey else { return }
      feature(URLKey.self).text = newValue
      showClasses()
    }
  }
}
