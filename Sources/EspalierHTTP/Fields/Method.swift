/// A request method: case-sensitive, open to any token (RFC 9110, 9.1).
public struct Method: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
  /// The token as sent, for example `GET`.
  public let rawValue: String

  /// Names a method by its token.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The token as sent.
  public var description: String { rawValue }

  /// Reads a resource.
  public static let get = Method(rawValue: "GET")
  /// Reads only the head of the answer to GET.
  public static let head = Method(rawValue: "HEAD")
  /// Sends a form or an event.
  public static let post = Method(rawValue: "POST")
  /// Replaces a resource.
  public static let put = Method(rawValue: "PUT")
  /// Changes a part of a resource (RFC 5789).
  public static let patch = Method(rawValue: "PATCH")
  /// Removes a resource.
  public static let delete = Method(rawValue: "DELETE")
  /// Asks which methods a resource answers.
  package static let options = Method(rawValue: "OPTIONS")
}
