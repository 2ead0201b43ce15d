/// Several contents in one row, side by side or one below the other.
///
/// ```swift
/// list.add(Stack(.horizontal, [Label("Basil"), Label("12 packets", .note)]))
/// ```
///
/// The parts are one row: they are compared, moved and rendered together. For parts that change by themselves, use a
/// container as the row, with `layout = .flow`.
public struct Stack<Part: Content>: Content {
  /// The direction of the parts.
  public enum Axis: String, Sendable, Hashable, Codable {
    /// Side by side. What does not fit goes to the next line.
    case horizontal
    /// One below the other.
    case vertical
  }

  /// The direction of the parts.
  var axis: Axis
  /// The parts, in order.
  package var parts: [Part]
  /// The row's identity; nil uses the type's name and an ordinal.
  public let key: String?

  /// A row of several parts, with an identity if you name one.
  public init(_ axis: Axis, _ parts: [Part], id: (some CustomStringConvertible)? = String?.none) {
    self.axis = axis
    self.parts = parts
    key = id?.description
  }

  /// `Stack`.
  public var typeName: String? { "Stack" }

  /// The markup of all parts.
  public var html: HTML { around(parts.map(\.html)) }

  /// The markup of all parts, filled from the site's templates.
  public func html(from templates: TemplateLibrary) throws(TemplateError) -> HTML {
    var all: [HTML] = []
    for part in parts { all.append(try part.html(from: templates)) }
    return around(all)
  }

  private func around(_ parts: [HTML]) -> HTML {
    let parts = parts.map { "<div>\($0)</div>" as HTML }
    return "<div class=\"\(axis == .horizontal ? "e-part e-stack e-across" : "e-part e-stack")\">\(parts)</div>"
  }
}
