import EspalierText

/// The URL of a page with parameters, in two parts. Equal parameters have equal URLs.
package struct URLParts: Sendable, Hashable {
  /// The path, percent-encoded.
  package private(set) var path: String
  /// The query without its question mark, percent-encoded; empty if there is none.
  package let query: String

  /// A path without parameters.
  package init(path: String) { (self.path, query) = (path, "") }

  /// The URL of a page for some parameters. If the values cannot be written as JSON, or if the type's `path` is
  /// invalid, the path leads nowhere (`about:invalid`); the check at the start reports an invalid path.
  package init<Parameters: SiteURL>(_ parameters: Parameters) {
    guard let pattern = try? PathPattern(Parameters.path), case .object(let fields)? = try? JSON(encoding: parameters)
    else {
      self.init(path: "about:invalid")
      return
    }
    self.init(pattern, fields)
  }

  /// The URL of a pattern, with the values of its parameters and all other fields as the query.
  package init(_ pattern: PathPattern, _ fields: JSONObject) {
    path = Self.path(
      pattern.segments.map { segment in
        switch segment {
        case .literal(let text): text
        case .parameter(let name): fields[name]?.queryText ?? ""
        }
      })
    var query: [UInt8] = []
    for field in fields.members where !pattern.names.contains(field.name) {
      for value in field.value.queryTexts {
        if !query.isEmpty { query.append(UInt8(ascii: "&")) }
        query.append(percentEncoding: field.name)
        query.append(UInt8(ascii: "="))
        query.append(percentEncoding: value)
      }
    }
    self.query = String(decoding: query, as: UTF8.self)
  }

  /// The path with these segments, percent-encoded.
  package static func path(_ segments: [String]) -> String {
    var path: [UInt8] = segments.isEmpty ? [UInt8(ascii: "/")] : []
    for segment in segments {
      path.append(UInt8(ascii: "/"))
      path.append(pathEncoding: segment)
    }
    return String(decoding: path, as: UTF8.self)
  }

  /// The URL one segment further.
  package func appending(_ segment: String) -> URLParts {
    var copy = self
    copy.path = path == "/" ? "/\(segment)" : "\(path)/\(segment)"
    return copy
  }

  /// The whole URL.
  package var text: String { query.isEmpty ? path : "\(path)?\(query)" }
}

extension JSON {
  /// The values of a query field: several for an array, none for nil and for false, as their fields may be missing.
  fileprivate var queryTexts: [String] {
    switch self {
    case .null, .bool(false): []
    case .array(let values): values.compactMap(\.queryText)
    default: queryText.map { [$0] } ?? []
    }
  }

  /// One value as text: numbers and words as they are, an object as JSON.
  fileprivate var queryText: String? {
    switch self {
    case .null: nil
    case .string(let text): text
    default: String(decoding: bytes, as: UTF8.self)
    }
  }
}

extension String {
  /// The text as one segment of a path.
  var pathEncoded: String {
    var bytes: [UInt8] = []
    bytes.append(pathEncoding: self)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends a text as one segment of a path: the characters that a segment may have (RFC 3986, 3.3) as they are, all
  /// others as `%XX`.
  fileprivate mutating func append(pathEncoding text: String) {
    for byte in text.utf8 {
      if byte.isUnreserved || "!$&'()*+,;=:@".utf8.contains(byte) {
        append(byte)
      } else {
        append(UInt8(ascii: "%"))
        append(hex: byte)
      }
    }
  }
}
