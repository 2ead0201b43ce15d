@testable import Espalier

/// The law of templates: any text is compiled or refused, and no value changes the markup around it.
///
/// An input is a template, the partial `part` and the values as JSON, separated by lines of `---`.
enum TemplateLaw {
  static func check(_ input: [UInt8]) throws(BrokenLaw) {
    let parts = input.parts(separatedBy: "\n---\n", atMost: 3)
    let texts = parts.map { String(decoding: $0, as: UTF8.self) }
    guard let library = try? TemplateLibrary(files: ["page": texts[0], "part": texts.count > 1 ? texts[1] : ""]) else {
      return
    }
    _ = library.members(of: "regions", in: "page")
    let values = parts.count > 2 ? (try? JSON(parsing: parts[2], depth: 6)) ?? .null : .null
    let plain = try? library.document("page", values.writing { _ in "x" })
    for text in hostile {
      // A place may refuse any value, or a URL because of its scheme. Otherwise all texts give the same shape.
      guard let plain, let html = try? library.document("page", values.writing { _ in .string(text) }) else { continue }
      try require(html.hasShape(of: plain), "\"\(text)\" changes the markup: \(plain.source) and \(html.source)")
      _ = Shape(of: html)
    }
    // Trusted markup may be any text.
    if let html = try? library.document("page", values.writing { .markup($0) }) { _ = Shape(of: html) }
  }
}

private let hostile = ["<script>\" ' x='--> ]]></textarea>\r\n{{x}}&lt;\0", "javascript:x", "\" onload=\"x"]

extension JSON {
  /// This value with its texts replaced.
  fileprivate func writing(_ value: (String) -> JSON) -> JSON {
    switch self {
    case .string(let text): value(text)
    case .array(let elements): .array(elements.map { $0.writing(value) })
    case .object(let object): .object(JSONObject(object.members.map { ($0.name, $0.value.writing(value)) }))
    case .null, .bool, .int, .double, .markup: self
    }
  }
}
