import EspalierTestSupport
import Testing

@testable import Espalier

/// The applier that the laws rely on, against the examples of RFC 6902.
@Suite struct JSONPatchConformance {
  private static let cases = Conformance.texts("json-patch/spec_tests.json")

  @Test(.enabled(if: Conformance.folder != nil, Comment(rawValue: Conformance.hint)))
  func `the examples of RFC 6902 are there`() { #expect(Self.cases.count >= 15) }

  @Test(.enabled(if: Conformance.folder != nil, Comment(rawValue: Conformance.hint)), arguments: cases.indices)
  func `patches apply as RFC 6902 has it`(index: Int) throws {
    let text = Self.cases[index]
    guard let sample = try? JSON(parsing: text) else {
      // Example A.13, where one operation has two names `op`, is refused as JSON already.
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
