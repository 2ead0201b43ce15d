import Testing

/// What a document shows as Swift is compiled, word for word.
@Suite struct SwiftOfDocumentsTests {
  @Test(arguments: Document.paths)
  func `each paragraph of Swift in a document is in a file that the tests compile`(path: String) {
    for paragraph in Document(path).paragraphs {
      let isCompiled = CompiledSwift.all.contains(paragraph)
      #expect(isCompiled, "\(paragraph.joined(separator: "\n"))")
    }
  }

  @Test func `the documents and their Swift are found`() {
    #expect(Document.paths.count > 50)
    #expect(Document.paths.reduce(0) { $0 + Document($1).paragraphs.count } > 250)
    #expect(!CompiledSwift.all.contains(["func nobodyWroteThis() {"]))
  }
}
