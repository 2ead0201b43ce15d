import Testing

/// The Swift code in the guides for users of other frameworks is compiled word for word, and tests beside it run it.
@Suite struct GuideTests {
  private static let folder = "docs/coming-from"
  private static let guides = [
    "dcframe": "DCFrame", "declarativetvc": "DeclarativeTVC", "ddpresenter": "DDPresenter",
    "ddpresenter-lists": "DDPresenter", "viewmodelkit": "ViewModelKit", "rddm": "RDDM",
  ]

  @Test(arguments: guides.keys.sorted())
  func `all Swift in a guide is compiled here`(guide: String) throws {
    let samples = try #require(Self.guides[guide])
    let compiled = CompiledSwift(in: "Tests/EspalierDemosTests/Guides/\(samples)")
    let blocks = Document("\(guide).md", in: Self.folder).swift
    #expect(!blocks.isEmpty)
    for paragraph in blocks.flatMap(\.self) {
      let isCompiled = compiled.contains(paragraph)
      #expect(isCompiled, "\(paragraph.joined(separator: "\n"))")
    }
  }
}
