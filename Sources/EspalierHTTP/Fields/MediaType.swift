/// A media type such as `text/html; charset=utf-8` (RFC 9110, 8.3.1).
public struct MediaType: Sendable, Hashable, CustomStringConvertible {
  /// One `name=value` after the type.
  package struct Parameter: Sendable, Hashable {
    /// Lowercase name.
    package let name: String
    /// The value, unquoted.
    package let value: String
  }

  /// Before the slash, lowercase.
  package let type: String
  /// After the slash, lowercase.
  package let subtype: String
  /// The parameters, in order.
  package let parameters: [Parameter]
  /// Type, subtype and parameters as a header value. Computed once, because the server writes it far more often than it
  /// parses it.
  public let description: String

  /// Names a type. Both parts become lowercase.
  public init(_ type: String, _ subtype: String, charset: String? = nil) {
    self.init(
      type: type.lowercased(), subtype: subtype.lowercased(),
      parameters: charset.map { [Parameter(name: "charset", value: $0)] } ?? [])
  }

  /// Parses a `Content-Type`; nil if it is malformed.
  package init?(_ text: some StringProtocol) {
    let parts = text.listElements(separator: ";")
    guard let (type, subtype) = parts.first?.pair(separatedBy: "/"),
      HeaderName(rawValue: String(type)).isToken, HeaderName(rawValue: String(subtype)).isToken
    else { return nil }
    var parameters: [Parameter] = []
    for part in parts.dropFirst() {
      guard let (name, value) = part.pair(), HeaderName(rawValue: String(name)).isToken else { return nil }
      parameters.append(Parameter(name: name.lowercased(), value: value.unquoted))
    }
    self.init(type: type.lowercased(), subtype: subtype.lowercased(), parameters: parameters)
  }

  private init(type: String, subtype: String, parameters: [Parameter]) {
    self.type = type
    self.subtype = subtype
    self.parameters = parameters
    var text = "\(type)/\(subtype)"
    for parameter in parameters {
      let isToken = HeaderName(rawValue: parameter.value).isToken
      let escaped = parameter.value.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\")
        .split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"")
      text += "; \(parameter.name)=" + (isToken ? parameter.value : "\"\(escaped)\"")
    }
    description = text
  }

  /// Compares type and subtype, not the parameters.
  package func isSame(as other: MediaType) -> Bool { type == other.type && subtype == other.subtype }

  /// Whether a text begins with the type and the subtype, spelled as here, and these end at a position.
  func isWritten(in text: String, to end: Int) -> Bool {
    guard end == type.utf8.count + 1 + subtype.utf8.count else { return false }
    // The description begins with both.
    let (bytes, own) = (text.utf8.span, description.utf8.span)
    guard end <= bytes.count else { return false }
    for index in 0..<end where bytes[index] != own[index] { return false }
    return true
  }

  /// Whether a text of this type may be read as UTF-8: the type names no other charset.
  var isUTF8: Bool {
    parameters.allSatisfy { parameter in
      parameter.name != "charset" || ["utf-8", "us-ascii"].contains { parameter.value.equalsIgnoringCase($0) }
    }
  }
}

/// The types this server and the layers above it use.
extension MediaType {
  /// `text/html; charset=utf-8`
  public static let html = MediaType("text", "html", charset: "utf-8")
  /// `text/plain; charset=utf-8`
  public static let plainText = MediaType("text", "plain", charset: "utf-8")
  /// `text/event-stream`
  package static let eventStream = MediaType("text", "event-stream")
  /// `application/json`
  public static let json = MediaType("application", "json")
  /// `application/problem+json` (RFC 9457)
  package static let problemJSON = MediaType("application", "problem+json")
  /// `application/json-patch+json` (RFC 6902)
  package static let jsonPatch = MediaType("application", "json-patch+json")
  /// `application/x-www-form-urlencoded`
  package static let form = MediaType("application", "x-www-form-urlencoded")
  /// `multipart/form-data` (RFC 7578)
  package static let multipartForm = MediaType("multipart", "form-data")
  /// `application/octet-stream`
  package static let bytes = MediaType("application", "octet-stream")
}

extension MediaType {
  /// Whether files of this type become smaller by compression.
  var isCompressible: Bool {
    type == "text" || subtype == "json" || subtype.hasSuffix("+json") || subtype == "xml" || subtype.hasSuffix("+xml")
      || subtype == "wasm"
  }
}
