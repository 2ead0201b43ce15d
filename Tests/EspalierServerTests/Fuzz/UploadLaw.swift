import EspalierHTTP
import Espalier

/// The law of forms with files: whatever the cuts of an input, the parser finds the same parts or the same error, and each
/// part's content is in the input. Reading the kind and the size of the contents does not crash.
///
/// The boundary is `b`.
enum UploadLaw {
  static func check(_ input: [UInt8]) throws(BrokenLaw) {
    let whole = Outcome([input])
    try require(whole == Outcome(input.map { [$0] }), "another outcome byte by byte")
    let half = input.count / 2
    try require(whole == Outcome([Array(input[..<half]), [], Array(input[half...])]), "another outcome in two pieces")
    for content in whole.contents {
      try require(content.isEmpty || input.contains(content), "a content that is not in the input")
      for kind in FileKind.allCases {
        _ = ImageSize(of: kind) { count, position in Array(content.dropFirst(position).prefix(count)) }
      }
      _ = FileKind(beginning: content)
    }
  }

  private struct Outcome: Equatable {
    var heads: [MultipartHead] = []
    var contents: [[UInt8]] = []
    var ends = 0
    var isComplete = false
    var error: String?

    init(_ pieces: [[UInt8]]) {
      do throws(HTTPError) {
        var parser = try MultipartParser(MediaType("multipart/form-data; boundary=b") ?? .bytes)
        for piece in pieces {
          try parser.take(piece) { (event) throws(HTTPError) in
            switch event {
            case .begin(let head):
              heads.append(head)
              contents.append([])
            case .content(let bytes): contents[contents.count - 1] += bytes
            case .end: ends += 1
            }
          }
        }
        isComplete = parser.isComplete
      } catch {
        // How much of the last content was passed on before the error depends on the pieces.
        (self.error, contents) = (error.detail, Array(contents.prefix(ends)))
      }
      if !isComplete { contents = Array(contents.prefix(ends)) }
    }
  }
}
