import EspalierHTTP
import EspalierServer

/// A Markdown file of the repository, for the Swift that it shows.
struct Document {
  /// Each block of Swift as its paragraphs, and each of these as its lines, without their indentation.
  let swift: [[[Substring]]]

  init(_ name: String, in folder: String = ".") {
    let texts = TextFolder(folder, ending: name).files().filter { $0.name == name }.map(\.text)
    swift = texts.flatMap { $0.matches(of: /```swift\n(?<code>[^`]*?)```/) }.map {
      lines(of: $0.code).split(separator: "")
    }
    .map { $0.map(Array.init) }
  }

  /// The paragraphs of all blocks of which one has such a line.
  func paragraphs(ofBlocksWith start: String) -> [[Substring]] {
    swift.filter { $0.contains { $0.contains { $0.hasPrefix(start) } } }.flatMap(\.self)
  }
}

/// Swift that is compiled along with the tests: documents may show it, as a whole or in paragraphs.
struct CompiledSwift {
  private let files: [[Substring]]

  init(in folder: String) { files = TextFolder(folder, ending: ".swift").files().map { lines(of: $0.text[...]) } }

  func contains(_ paragraph: [Substring]) -> Bool { files.contains { $0.contains(paragraph) } }
}

/// The lines without what is left and right of them.
private func lines(of text: Substring) -> [Substring] {
  text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.trimmingPrefix { $0 == " " } }
}
