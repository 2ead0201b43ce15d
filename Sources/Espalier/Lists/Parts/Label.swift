/// A text as a row. Line breaks in it stay.
public struct Label: Content {
  /// The importance of a label.
  public enum Style: String, Sendable, Hashable, Codable {
    /// Ordinary text.
    case body
    /// A heading, larger and stronger.
    case title
    /// Small and quiet.
    case note
  }

  /// The text.
  public var text: String
  /// Its importance.
  var style: Style

  /// A text.
  public init(_ text: String, _ style: Style = .body) {
    self.text = text
    self.style = style
  }

  /// A paragraph, or a heading for a title.
  public var html: HTML {
    switch style {
    case .title: "<h2 class=\"e-part e-title\">\(text)</h2>"
    case .body: "<p class=\"e-part e-text\">\(text)</p>"
    case .note: "<p class=\"e-part e-note\">\(text)</p>"
    }
  }
}

/// A thin line as a row of its own. For a line that belongs to a row, see `Layout.Separator`.
public struct Divider: Content {
  /// A line.
  public init() {}

  /// A thematic break, which screen readers call a separator.
  public var html: HTML { "<hr class=\"e-part e-divider\">" }
}

/// Empty space as a row of its own.
public struct Spacer: Content {
  /// The height in pixels, 9,999 at most.
  var height: Int

  /// Space of this height.
  public init(_ height: Int) { self.height = height }

  /// Nothing.
  public var html: HTML { HTML() }

  /// Exactly this height.
  public var placement: Layout.Placement { .init(width: .full, height: .fixed(height)) }
}
