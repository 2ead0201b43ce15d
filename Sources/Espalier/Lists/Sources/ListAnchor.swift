/// The place in a long list at which a window begins. Its text stands in the page's URL, so that a reload, "Back" and a
/// shared link lead to the same row.
///
/// ```swift
/// struct PeopleURL: SiteURL {
///   static let path = "/people"
///   var at: ListAnchor?
/// }
/// ```
public enum ListAnchor: Hashable, Sendable {
  /// The first row.
  case start
  /// The last row. A window there shows each new last row.
  case end
  /// The row with this key, or the one that took its place. The source knows what a key is.
  case from(key: String)
  /// The rows before the row with this key.
  case before(key: String)
}

extension ListAnchor: RawRepresentable, Codable {
  private static let endWord = "end"
  private static let beforeSign = "<"

  /// Reads the text. The source finds out whether there is such a key.
  public init(rawValue: String) {
    switch rawValue {
    case "": self = .start
    case Self.endWord: self = .end
    case let text where text.hasPrefix(Self.beforeSign): self = .before(key: String(text.dropFirst()))
    default: self = .from(key: rawValue)
    }
  }

  /// The text: empty for the start, `end` for the end, otherwise the key, with a `<` before it for the rows before it.
  public var rawValue: String {
    switch self {
    case .start: ""
    case .end: Self.endWord
    case .from(let key): key
    case .before(let key): Self.beforeSign + key
    }
  }
}
