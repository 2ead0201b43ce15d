/// Trusted markup: the only way to put unescaped text into a cell.
///
/// Never create it from text that a user typed. An event whose data contains a `RawHTML` is refused.
///
/// ```swift
/// let logo = RawHTML("<svg viewBox=\"0 0 8 8\"><circle cx=\"4\" cy=\"4\" r=\"4\"/></svg>")
/// ```
public struct RawHTML: Hashable, Sendable, Codable {
  /// The markup as it goes into the page.
  public let source: String

  /// Declares this markup as trusted.
  public init(_ source: String) { self.source = source }

  /// Reads the markup from a plain string.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? Decoding, !decoder.trustsMarkup {
      let reason = "must not be markup: markup from a viewer is not trusted"
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: reason))
    }
    source = try decoder.singleValueContainer().decode(String.self)
  }

  /// Writes the markup as a plain string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(source)
  }
}
