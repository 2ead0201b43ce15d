import Foundation

/// The Swift code in a Markdown file of the repository.
struct Document {
  /// The paragraphs of all blocks of Swift, each as its lines without indentation.
  ///
  /// A block that begins with the version of the package manager is a manifest. It is left out: `test_documents.py`
  /// compiles manifests.
  let paragraphs: [[String]]

  /// Reads the file at a path of the repository; without paragraphs if there is none.
  init(_ path: String) {
    var (paragraphs, block): ([[String]], [String]?) = ([], nil)
    for line in linesOfFile(at: path) {
      switch (block, line) {
      case (nil, "```swift"): block = []
      case (let code?, "```"):
        if code.first?.hasPrefix("// swift-tools-version") != true {
          paragraphs += code.split(separator: "").map(Array.init)
        }
        block = nil
      default: block?.append(line)
      }
    }
    self.paragraphs = paragraphs
  }

  /// The paths of the readme, the articles of the libraries, and the guides for users of other frameworks.
  static let paths: [String] =
    ["README.md"] + filePaths(in: "Sources", ending: ".md").filter { $0.contains(".docc/") }
    + filePaths(in: "docs/coming-from", ending: ".md")
}

/// All Swift that the tests compile: the package, its tests, its examples, and what a new package has.
struct CompiledSwift {
  static let all = CompiledSwift(in: ["Sources", "Tests", "Examples", "scripts/template"])

  /// The lines of all files without indentation, with an empty line between two files.
  private let lines: [String]
  /// Where a line is.
  private let places: [String: [Int]]

  private init(in folders: [String]) {
    lines = folders.flatMap { filePaths(in: $0, ending: ".swift") }.flatMap { linesOfFile(at: $0) + [""] }
    places = Dictionary(grouping: lines.indices) { [lines] in lines[$0] }
  }

  /// Whether the lines of a paragraph follow each other in a file.
  func contains(_ paragraph: [String]) -> Bool {
    guard let first = paragraph.first else { return true }
    return places[first, default: []].contains { lines[$0...].starts(with: paragraph) }
  }
}

/// The paths of all files in a folder and in those below it, without hidden ones.
private func filePaths(in folder: String, ending: String) -> [String] {
  guard let names = FileManager.default.enumerator(atPath: folder) else { return [] }
  var paths: [String] = []
  while let name = names.nextObject() as? String {
    if name.hasPrefix(".") || name.contains("/.") {
      names.skipDescendants()
    } else if name.hasSuffix(ending) {
      paths.append("\(folder)/\(name)")
    }
  }
  return paths.sorted()
}

/// The lines of a file without their indentation; empty if there is no such file.
private func linesOfFile(at path: String) -> [String] {
  // Bytes, because it takes seconds to split all Swift of the repository into characters.
  let bytes = FileManager.default.contents(atPath: path).map { [UInt8]($0) } ?? []
  return bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
    String(decoding: line.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
  }
}
