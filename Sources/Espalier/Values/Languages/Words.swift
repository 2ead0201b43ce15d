/// The texts that the library itself shows to viewers, in one language.
///
/// ```swift
/// var words = Language.german.words
/// words[.loadMore] = "Weitere Fotos"
/// ```
///
/// A part in braces, such as `{name}`, stands for a value. Each language needs the same parts as English; the site is
/// checked for it at the start.
public struct Words: Hashable, Sendable {
  private var texts: [String]

  /// Words with a text for each name. A `switch` over the names makes the compiler check that none is missing.
  public init(_ text: (Text) -> String) { texts = Text.allCases.map(text) }

  /// The text with a name.
  public subscript(name: Text) -> String {
    get { texts[name.rawValue] }
    set { texts[name.rawValue] = newValue }
  }

  /// A text with its values.
  public func text(_ name: Text, _ values: KeyValuePairs<String, String>) -> String {
    Words.filled(self[name], values)
  }

  /// Replaces each part in braces that is the name of a value.
  private static func filled(_ text: String, _ values: KeyValuePairs<String, String>) -> String {
    var (result, rest) = ("", text[...])
    while let start = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
      let end = rest[start...].utf8.firstIndex(of: UInt8(ascii: "}"))
    {
      let after = rest.utf8.index(after: end)
      let name = rest[rest.utf8.index(after: start)..<end]
      result += rest[..<start]
      result += values.first { $0.key == name }?.value ?? String(rest[start..<after])
      rest = rest[after...]
    }
    return result + rest
  }

  /// The names of the values in a text.
  package func placeholders(in name: Text) -> Set<String> {
    var names: Set<String> = []
    for part in self[name].split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
      if let end = part.firstIndex(of: "}") { names.insert(String(part[..<end])) }
    }
    return names
  }

  /// The first text with other values than the English one; nil if there is none. A text may be empty.
  var complaint: String? {
    for name in Text.allCases where !self[name].isEmpty {
      let (mine, wanted) = (placeholders(in: name), Words.english.placeholders(in: name))
      if mine == wanted { continue }
      let list = wanted.sorted().map { "{\($0)}" }.joined(separator: ", ")
      return "\(name) must have \(list.isEmpty ? "no part in braces" : "these parts in braces: \(list)")"
    }
    return nil
  }
}
