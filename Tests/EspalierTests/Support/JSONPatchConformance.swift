import EspalierTestSupport
import Testing

@testable import Espalier

/// Tests the JSON Patch code that the laws use with the examples of RFC 6902.
@Suite struct JSONPatchConformance {
  private static let cases = Conformance.texts("json-patch/spec_tests.json")

  @Test(.enabled(if: Conformance.folder != nil, Comment(rawValue: Conformance.hint)))
  func `the file contains the examples of RFC 6902`() { #expect(Self.cases.count >= 15) }

  @Test(.enabled(if: Conformance.folder != nil, Comment(rawValue: Conformance.hint)), arguments: cases.indices)
  func `patches apply as in RFC 6902`(index: Int) throws {
    let text = Self.cases[index]
    guard let sample = try? JSON(parsing: text) else {
      // Example A.13 has two members `op` in one operation, so the JSON parser refuses it.
      #expect(String(decoding: text, as: UTF8.self).contains("A.13"))
      return
    }
    let (document, patch) = try (#require(sample["doc"]), #require(sample["patch"]))
    let name = Comment(rawValue: sample["comment"]?.text ?? "")
    if let expected = sample["expected"] {
      #expect(try JSONPatch.apply(patch, to: document) ~~ expected, name)
    } else if sample["error"] != nil {
      #expect(throws: JSONPatch.Failure.self, name) { try JSONPatch.apply(patch, to: document) }
    } else {
      _ = try JSONPatch.apply(patch, to: document)
    }
  }
}
