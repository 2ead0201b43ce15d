import EspalierHTTP
import EspalierServer

/// The Swift code in a Markdown file of the repository.
struct Document {
  /// For each block of Swift its paragraphs, and for each paragraph its lines without indentation.
  let swift: [[[Substring]]]

  init(_ name: String, in folder: String = ".") {
    let texts = TextFolder(folder, ending: name).files().filter { $0.name == name }.map(\.text)
    swift = texts.flatMap { $0.matches(of: /```swift\n(?<code>[^`]*?)```/) }.map {
      lines(of: $0.code).split(separator: "")
    }
    .map { $0.map(Array.init) }
  }

  /// The paragraphs of all blocks that contain a line with this start.
  func paragraphs(ofBlocksWith start: String) -> [[Substring]] {
    swift.filter { $0.contains { $0.contains { $0.hasPrefix(start) } } }.flatMap(\.self)
  }
}

/// Swift files compiled with the tests. Documents may show whole files or paragraphs of them.
struct CompiledSwift {
  private let files: [[Substring]]

  init(in folder: String) { files = TextFolder(folder, ending: ".swift").files().map { lines(of: $0.text[...]) } }

  func contains(_ paragraph: [Substring]) -> Bool { files.contains { $0.contains(paragraph) } }
}

/// The lines without their indentation.
private func lines(of text: Substring) -> [Substring] {
  text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.trimmingPrefix { $0 == " " } }
}
