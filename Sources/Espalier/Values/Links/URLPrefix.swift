import EspalierText

/// The path below which a proxy serves a site that shares its host with others, for example `/app`.
///
/// Inside the server, all URLs are those of a site that has the host for itself: `/posts`. Only what reads requests takes the
/// prefix off, and only what writes markup, messages and headers adds it.
package struct URLPrefix: Sendable, Hashable {
  /// The prefix, without a slash at its end; empty if the site has the host for itself.
  package let text: String

  /// No prefix.
  package static let none = URLPrefix()

  private init() { text = "" }

  /// Says why a text is not a prefix.
  package struct Invalid: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  /// The prefix that a text names; none for an empty text.
  package init(_ text: String) throws(Invalid) {
    let segments = text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isValid = segments.allSatisfy { segment in
      !segment.isEmpty && segment.allSatisfy(\.isUnreserved) && !segment.elementsEqual(".".utf8)
        && !segment.elementsEqual("..".utf8)
    }
    guard text.isEmpty || (text.utf8.first == UInt8(ascii: "/") && isValid) else {
      throw Invalid(
        description: """
          "\(text.shown)" is not a path prefix; write one such as /app or /tools/app: it begins with a slash, does not end \
          with one, and its parts consist of letters, digits, hyphens, dots, underscores and tildes
          """)
    }
    self.text = text
  }

  package var isEmpty: Bool { text.isEmpty }

  /// The parts of the prefix.
  package var segments: [String] { text.split(separator: "/").map(String.init) }

  /// The URL as clients must write it. Any URL but a path from the root stays as it is.
  package func added(to url: String) -> String { isEmpty || !Self.isPath(url.utf8.prefix(2)) ? url : text + url }

  /// Whether a URL that begins with these bytes is a path from the root. `//host` and `/\host` lead to other hosts
  /// (WHATWG URL, 4.4).
  static func isPath(_ start: some Collection<UInt8>) -> Bool {
    start.first == UInt8(ascii: "/") && !"/\\".utf8.contains(start.dropFirst().first ?? 0)
  }
}
