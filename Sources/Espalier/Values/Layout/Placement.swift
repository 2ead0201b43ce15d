extension Layout {
  /// The size and the place of a row, as the row declares them. Its container decides the rest.
  ///
  /// ```swift
  /// struct Photo: Content, Identifiable {
  ///   let id: Int
  ///   var placement: Layout.Placement { .init(width: .fixed(80), height: .fixed(80)) }
  ///   …
  /// }
  /// struct Year: Content {
  ///   var placement: Layout.Placement { .init(height: .fixed(50), role: .sticky) }
  ///   …
  /// }
  /// ```
  ///
  /// A declared height keeps a page steady while it loads, and a waterfall computes its columns from it. Sizes are CSS
  /// pixels, 9,999 at most (see `LayoutNumber`); zero is the same as automatic.
  public struct Placement: Sendable, Hashable {
    /// The width.
    public enum Width: Sendable, Hashable {
      /// The width that the arrangement gives: the full width in a list, a column in a grid, the width of the content in
      /// a flow or a strip.
      case automatic
      /// The full width of the line.
      case full
      /// This many pixels, but never more than the line has.
      case fixed(Int)
    }

    /// The height.
    public enum Height: Sendable, Hashable {
      /// The height of the content.
      case automatic
      /// At least this many pixels.
      case atLeast(Int)
      /// Exactly this many pixels. Overflowing content is cut off.
      case fixed(Int)
    }

    /// The role of the row among the others.
    public enum Role: String, Sendable, Hashable, Codable {
      /// A normal row.
      case row
      /// Lies behind the other rows. Without a size, it fills the container with its margins; with a size, it is in the
      /// top left corner.
      case background
      /// Sticks to the top edge of the window (in a strip, to its leading edge) until the next sticky row pushes it out.
      /// The next one is the first sticky row that begins where this one ends, or after it.
      case sticky
      /// Always sticks to that edge. Sticky rows after it stick below it, by the height that it declares (in a strip,
      /// beside it, by its width).
      case pinned
    }

    /// The width.
    package var width: Width
    /// The height.
    package var height: Height
    /// Whether it begins a new line in a flow. All rows of that flow must then declare their widths, or take whole lines.
    package var startsLine: Bool
    /// The role.
    package var role: Role
    /// The line above or below the row; nil for no line of its own.
    package var separator: Separator?

    /// A normal row, except for the arguments that you name.
    public init(
      width: Width = .automatic, height: Height = .automatic, startsLine: Bool = false, role: Role = .row,
      separator: Separator? = nil
    ) {
      self.width = width
      self.height = height
      self.startsLine = startsLine
      self.role = role
      self.separator = separator
    }

    /// A normal row.
    public static let automatic = Placement()
    /// A row of at least this height.
    public static func height(_ pixels: Int) -> Placement { Placement(height: .atLeast(pixels)) }
    /// A row that lies behind the others and fills the container.
    public static let background = Placement(role: .background)
  }
}

extension Layout.Placement {
  /// Whether everything is automatic. Each rendered cell asks for it, so it does not compare all fields.
  var isAutomatic: Bool {
    guard case .automatic = width, case .automatic = height, case .row = role else { return false }
    return !startsLine && separator == nil
  }

  func with(_ separator: Layout.Separator) -> Self {
    var placement = self
    placement.separator = separator
    return placement
  }
}

extension Layout.Placement.Height {
  /// The declared pixels; nil if only the content decides.
  var declared: Int? {
    switch self {
    case .atLeast(let pixels), .fixed(let pixels): pixels > 0 ? pixels : nil
    case .automatic: nil
    }
  }

  /// The exact pixels, independent of the content; nil if the content has an influence.
  var exact: Int? { if case .fixed(let pixels) = self, pixels > 0 { pixels } else { nil } }
}

extension Layout.Placement.Width {
  /// The declared pixels; nil if there are none.
  var declared: Int? { if case .fixed(let pixels) = self, pixels > 0 { pixels } else { nil } }
}
