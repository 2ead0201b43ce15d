/// A page's path, whose segments may be parameters: `/card/{id}`.
package struct PathPattern: Sendable, Hashable {
  package enum Segment: Sendable, Hashable {
    case literal(String)
    case parameter(String)
  }

  /// Says why a path is not a pattern.
  package struct Invalid: Error, CustomStringConvertible {
    package let description: String
  }

  package let segments: [Segment]
  /// The names of the parameters, in order.
  package let names: [String]

  /// Parses a path. Throws if it does not begin with `/` or ends with `/`, and if a parameter is not a whole segment,
  /// is not a name, or occurs twice.
  package init(_ path: String) throws(Invalid) {
    guard path.utf8.first == UInt8(ascii: "/"), path == "/" || path.utf8.last != UInt8(ascii: "/") else {
      throw Invalid(description: "the path \"\(path)\" must begin with / and must not end with /")
    }
    var segments: [Segment] = []
    for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) where path != "/" {
      segments.append(try Self.segment(part, of: path))
    }
    self.segments = segments
    names = segments.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
    if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw Invalid(description: "the path \"\(path)\" has the parameter {\(twice)} twice")
    }
  }

  private static func segment(_ part: Substring, of path: String) throws(Invalid) -> Segment {
    if part.hasPrefix(":") {
      throw Invalid(description: "write the parameter \(part) of the path \"\(path)\" as {\(part.dropFirst())}")
    }
    guard part.contains(where: { "{}".contains($0) }) else { return .literal(String(part)) }
    let name = part.dropFirst().dropLast()
    let isName = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    guard part.hasPrefix("{"), part.hasSuffix("}"), isName else {
      throw Invalid(
        description: "the path \"\(path)\" has the segment \(part); a parameter is a name in braces, such as {id}")
    }
    return .parameter(String(name))
  }

  /// The values of the parameters in a path's decoded segments, by name; nil for a path that does not match. No value is
  /// empty.
  package func values(in path: some RandomAccessCollection<String>) -> [(name: String, value: String)]? {
    guard path.count == segments.count else { return nil }
    var values: [(String, String)] = []
    for (segment, text) in zip(segments, path) {
      switch segment {
      case .literal(let own): guard own.utf8.elementsEqual(text.utf8) else { return nil }
      case .parameter(let name):
        guard !text.isEmpty else { return nil }
        values.append((name, text))
      }
    }
    return values
  }

  /// Whether some path matches both patterns and neither is more precise: their literals stand in the same places.
  package func isSame(as other: PathPattern) -> Bool {
    segments.count == other.segments.count
      && zip(segments, other.segments).allSatisfy {
        switch ($0, $1) {
        case (.literal(let one), .literal(let two)): one == two
        case (.parameter, .parameter): true
        default: false
        }
      }
  }

  /// Whether this pattern is tried before another one: it has a literal where the other has its first parameter.
  package func precedes(_ other: PathPattern) -> Bool {
    for (mine, theirs) in zip(segments, other.segments) {
      switch (mine, theirs) {
      case (.literal, .parameter): return true
      case (.parameter, .literal): return false
      default: continue
      }
    }
    return segments.count < other.segments.count
  }
}

extension PathPattern {
  private init(segments: [Segment], names: [String]) { (self.segments, self.names) = (segments, names) }

  /// The pattern one literal segment further.
  package func appending(_ literal: String) -> PathPattern {
    PathPattern(segments: segments + [.literal(literal)], names: names)
  }

  /// The segments that are no parameters.
  package var literals: [String] {
    segments.compactMap { if case .literal(let text) = $0 { text } else { nil } }
  }
}

extension PathPattern.Segment: CustomStringConvertible {
  package var description: String {
    switch self {
    case .literal(let text): text
    case .parameter(let name): "{\(name)}"
    }
  }
}

extension PathPattern: CustomStringConvertible {
  package var description: String {
    "/" + segments.map(\.description).joined(separator: "/")
  }
}
