/// A part of a site: a `Page`, a `Route`, a `Redirect`, a folder of `Files`, or `NotFound`.
public protocol SitePart: Sendable {}

/// Collects the parts of a site: `Site { Page(…) { … }; Route(.get, "/export.csv") { … } }`.
@resultBuilder
public enum SiteBuilder {
  /// One part.
  public static func buildExpression(_ part: some SitePart) -> [any SitePart] { [part] }
  /// Several parts made elsewhere.
  public static func buildExpression(_ parts: [any SitePart]) -> [any SitePart] { parts }
  /// All parts in order.
  public static func buildBlock(_ parts: [any SitePart]...) -> [any SitePart] { parts.flatMap(\.self) }
  /// The parts of a loop.
  public static func buildArray(_ parts: [[any SitePart]]) -> [any SitePart] { parts.flatMap(\.self) }
  /// Optional parts.
  public static func buildOptional(_ parts: [any SitePart]?) -> [any SitePart] { parts ?? [] }
  /// One choice of parts.
  public static func buildEither(first parts: [any SitePart]) -> [any SitePart] { parts }
  /// The other choice.
  public static func buildEither(second parts: [any SitePart]) -> [any SitePart] { parts }
}
