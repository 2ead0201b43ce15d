/// The URL of a page with typed parameters. The path names some of them; all others are in the query.
///
/// ```swift
/// struct CardURL: SiteURL {
///   static let path = "/card/{id}"
///   var id: Int
///   var comment: UUID?
/// }
/// CardURL(id: 17).url        // "/card/17"
/// Page(CardURL.self, title: "Card") { link in CardPage(link.id) }
/// ```
///
/// A query field that may be missing is an optional, a `Bool` (missing means false) or an array (missing means empty).
/// A query field that the type does not have is ignored, because other sites add fields to links.
public protocol SiteURL: Codable, Hashable, Sendable {
  /// The page's path. A name in braces is a parameter, and takes one whole segment: `/card/{id}`.
  static var path: String { get }
}

extension SiteURL {
  /// The page's URL for these values, without scheme and host. Fields that are nil, false or empty arrays are left out.
  public var url: String { URLParts(self).text }
}

extension HTML.StringInterpolation {
  /// The URL of a page: `<a href="\(CardURL(id: 17))">Card 17</a>`.
  public mutating func appendInterpolation(_ page: some SiteURL) { builder.append(text: page.url) }
}
