extension Layout {
  /// A line above or below a row. It belongs to the row: it is added, moved and hidden with the row, and is not a node.
  ///
  /// ```swift
  /// list.add([tea, milk], separator: .bottom)                 // tea, line, milk, line
  /// list.layout = .list.separated(by: .between)               // tea, line, milk
  /// list.layout = .list.separated(by: .between.drawn(thickness: 1, color: "ink"))
  /// ```
  ///
  /// If a row's separator has no thickness or no colour, the nearest container with a separator decides, then the site's
  /// style sheet: `--e-rule` is the thickness in pixels, 6 by default, and `--e-rule-color` is the colour.
  public struct Separator: Sendable, Hashable {
    /// Where the line is.
    package enum Edge: String, Sendable, Hashable { case top, bottom, between }

    /// Where the line is.
    package var edge: Edge
    /// Its thickness in pixels, 99 at most; nil leaves it to the container, then to the site.
    package var thickness: Int?
    /// The name of its colour. The page's style sheet defines it: `ink` is the rule `.e-rule-ink { --e-rule-color: … }`.
    package var color: String?

    /// Above the row.
    public static let top = Separator(edge: .top)
    /// Below the row.
    public static let bottom = Separator(edge: .bottom)
    /// Above each row except the first. As a row's own separator: above the row.
    public static let between = Separator(edge: .between)

    /// The same line with a thickness in pixels, 99 at most, or in a colour. The page's style sheet defines the colour: `ink`
    /// is the rule `.e-rule-ink { --e-rule-color: … }`.
    public func drawn(thickness: Int? = nil, color: String? = nil) -> Separator {
      Separator(edge: edge, thickness: thickness ?? self.thickness, color: color ?? self.color)
    }

    /// The classes of the row that has it, or of the container whose rows have it.
    func classes(ofRows: Bool) -> [String] {
      var words = [ofRows ? "e-lines-\(edge.rawValue)" : edge == .bottom ? "e-line-bottom" : "e-line-top"]
      if let thickness { words += LayoutNumber.rule.classes(of: thickness) }
      if let color { words.append("e-rule-\(color)") }
      return words
    }
  }
}
