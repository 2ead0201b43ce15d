/// A line above or below a row. It belongs to the row: it comes, moves and hides with it, and is no node.
///
/// ```swift
/// list.add([tea, milk], separator: .bottom)                 // tea, line, milk, line
/// list.layout = .list.separated(by: .between)               // tea, line, milk
/// list.layout = .list.separated(by: Separator(.between, thickness: 1, color: "ink"))
/// ```
///
/// What a row's own separator leaves open is what the nearest container says that has one, then what the site's style
/// sheet says: `--e-rule` is the thickness in pixels, 6 unless it is set, and `--e-rule-color` the colour.
public struct Separator: Sendable, Hashable {
  /// Where it stands.
  public enum Edge: String, Sendable, Hashable {
    /// Above the row.
    case top
    /// Below the row.
    case bottom
    /// Above each row but the first. As a row's own it is above the row.
    case between
  }

  /// Where it stands.
  package var edge: Edge
  /// Its thickness in pixels, 99 at most; nil leaves it to the container, then to the site.
  package var thickness: Int?
  /// The name of its colour: `ink` is what the page's style sheet says of `.e-rule-ink { --e-rule-color: … }`.
  package var color: String?

  /// A line at an edge.
  public init(_ edge: Edge, thickness: Int? = nil, color: String? = nil) {
    self.edge = edge
    self.thickness = thickness
    self.color = color
  }

  /// Above the row.
  public static let top = Separator(.top)
  /// Below the row.
  public static let bottom = Separator(.bottom)
  /// Above each row but the first.
  public static let between = Separator(.between)

  /// The thickness where nobody says it.
  static let standardThickness = 6

  /// The classes of the row that has it, or of the container whose rows have it.
  func classes(ofRows: Bool) -> [String] {
    var words = [ofRows ? "e-lines-\(edge.rawValue)" : edge == .bottom ? "e-line-bottom" : "e-line-top"]
    if let thickness { words += LayoutNumber.rule.classes(of: thickness) }
    if let color { words.append("e-rule-\(color)") }
    return words
  }
}
