import Foundation

@testable import Espalier

/// The hostile texts in `Tests/hostile-texts.json`. The browser's tests read the same file.
enum HostileTexts {
  static func all() throws -> [String] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../hostile-texts.json")
    guard case .array(let texts) = try JSON(parsing: [UInt8](Data(contentsOf: file))) else { return [] }
    return texts.compactMap(\.text)
  }

  /// The text as a browser shows it: HTML cannot contain a zero byte.
  static func shown(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
  }

  /// Whether following a URL would run code or show a document that its author wrote, by the schemes of the WHATWG URL
  /// standard.
  static func isDangerous(_ url: String) -> Bool {
    let scalars = url.unicodeScalars.drop { $0.value <= 0x20 }.filter { !["\t", "\n", "\r"].contains($0) }
    guard let end = scalars.firstIndex(where: { !isOfScheme($0) }), scalars[end] == ":",
      scalars.first?.properties.isAlphabetic == true
    else { return false }
    let scheme = String(String.UnicodeScalarView(scalars[..<end])).lowercased()
    return !["http", "https", "mailto", "tel", "about"].contains(scheme)
  }

  private static func isOfScheme(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil || "+-.".contains(Character(scalar)))
  }
}
