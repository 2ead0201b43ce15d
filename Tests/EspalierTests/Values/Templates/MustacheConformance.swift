import Testing

@testable import Espalier

/// One case of the Mustache specification.
struct MustacheCase: Sendable, CustomTestStringConvertible {
  let module: String
  let json: JSON
  var testDescription: String { "\(module): \(json["name"]?.text ?? "")" }

  static let modules = ["comments", "delimiters", "interpolation", "inverted", "partials", "sections"]
  static let all = modules.flatMap { module in
    Conformance.cases("mustache/\(module).json", under: "tests").map { MustacheCase(module: module, json: $0) }
  }
}

@Suite struct MustacheConformance {
  @Test(.enabled(if: Conformance.folder != nil, Comment(rawValue: Conformance.hint)))
  func `all required modules of the Mustache specification are there`() {
    for module in MustacheCase.modules { #expect(MustacheCase.all.contains { $0.module == module }, "\(module)") }
    #expect(MustacheCase.all.count >= 136)
  }

  @Test(.enabled(if: Conformance.folder != nil, Comment(rawValue: Conformance.hint)), arguments: MustacheCase.all)
  func `templates render as in the Mustache specification`(sample: MustacheCase) throws {
    var files = ["template": sample.json["template"]?.text ?? ""]
    if case .object(let partials)? = sample.json["partials"] {
      for partial in partials.members { files[partial.name] = partial.value.text }
    }
    let library = try TemplateLibrary(files: files, trustsText: true)
    let html = try library.document("template", sample.json["data"] ?? .null)
    #expect(html.source == sample.json["expected"]?.text, "\(sample.json["desc"]?.text ?? "")")
  }
}
