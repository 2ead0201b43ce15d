/// What a row says of its own size and place; the rest is its container's affair.
///
/// ```swift
/// struct Photo: Content, Identifiable {
///   let id: Int
///   var placement: Placement { .size(80, 80) }
///   …
/// }
/// struct Year: Content {
///   var placement: Placement { Placement(height: .fixed(50), role: .sticky) }
///   …
/// }
/// ```
///
/// A height that is declared keeps a page steady while it loads, and is what a waterfall goes by. Sizes are CSS
/// pixels, 9,999 at most (see `LayoutNumber`); zero is the same as automatic.
public struct Placement: Sendable, Hashable {
  /// The width.
  public enum Width: Sendable, Hashable {
    /// What the arrangement gives: all of a list, a column of a grid, what the content needs in a flow or a strip.
    case automatic
    /// The whole line.
    case full
    /// So many pixels, and never more than the line has.
    case fixed(Int)
  }

  /// The height.
  public enum Height: Sendable, Hashable {
    /// What the content needs.
    case automatic
    /// At least so many pixels.
    case atLeast(Int)
    /// So many pixels; what does not fit is cut off.
    case fixed(Int)
  }

  /// The part that the row plays among the others.
  public enum Role: String, Sendable, Hashable, Codable {
    /// One of them.
    case row
    /// Stands behind them. Without a size it fills the container with its margins; with one it stands at its top left corner.
    case background
    /// Sticks to the window's edge until the next sticky row pushes it out; in a strip, to its leading edge. The next
    /// one is the first that begins where this one ends, or behind.
    case sticky
    /// Sticks there for good; a sticky row after it sticks below, by the height that this one declares; in a strip beside it,
    /// by its width.
    case pinned
  }

  /// The width.
  package var width: Width
  /// The height.
  package var height: Height
  /// Whether it begins a new line in a flow. The rows of that flow then declare their widths, or take whole lines.
  package var startsLine: Bool
  /// The part that it plays.
  package var role: Role
  /// The line above or below; nil is none of its own.
  package var separator: Separator?

  /// A row like any other but for what is named.
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

  /// A row like any other.
  public static let automatic = Placement()
  /// At least so high.
  public static func height(_ pixels: Int) -> Placement { Placement(height: .atLeast(pixels)) }
  /// Of one size.
  public static func size(_ width: Int, _ height: Int) -> Placement {
    Placement(width: .fixed(width), height: .fixed(height))
  }
  /// Behind the other rows, all over the container.
  public static let background = Placement(role: .background)
}

extension Placement {
  /// Whether nothing is said: asked of every cell that is rendered, so without a general comparison.
  var isAutomatic: Bool {
    guard case .automatic = width, case .automatic = height, case .row = role else { return false }
    return !startsLine && separator == nil
  }

  func with(_ separator: Separator) -> Placement {
    var placement = self
    placement.separator = separator
    return placement
  }
}

extension Placement.Height {
  /// The pixels that are declared; nil where the content alone decides.
  var declared: Int? {
    switch self {
    case .atLeast(let pixels), .fixed(let pixels): pixels > 0 ? pixels : nil
    case .automatic: nil
    }
  }

  /// The pixels that it has whatever the content; nil where the content has a say.
  var exact: Int? { if case .fixed(let pixels) = self, pixels > 0 { pixels } else { nil } }
}

extension Placement.Width {
  /// The pixels that are declared.
  var declared: Int? { if case .fixed(let pixels) = self, pixels > 0 { pixels } else { nil } }
}
