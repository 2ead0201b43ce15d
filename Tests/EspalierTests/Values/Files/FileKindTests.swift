import Testing

@testable import Espalier

/// What files contain, by their first bytes.
struct FileKindTests {
  /// Each character is one byte.
  private static func bytes(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  private static let known: [(String, FileKind)] = [
    ("\u{89}PNG\r\n\u{1A}\n", .png), ("\u{FF}\u{D8}\u{FF}\u{E0}", .jpeg), ("GIF87a", .gif), ("GIF89a", .gif),
    ("RIFF\0\0\0\0WEBPVP8 ", .webp), ("\0\0\0\u{18}ftypmif1\0\0\0\0miafavif", .avif),
    ("\0\0\0\u{14}ftypavif\0\0\0\0mif1", .avif), ("%PDF-1.7", .pdf), ("a text\r\n\t\u{C3}\u{A4}", .text),
    (String(repeating: "a", count: 1023) + "\u{C3}", .text), ("<svg xmlns='http://www.w3.org/2000/svg'/>", .text),
    ("a", .text), ("", .text),
  ]

  @Test(arguments: known) func `a kind is known by the first bytes`(text: String, kind: FileKind) {
    #expect(FileKind(beginning: Self.bytes(text)) == kind)
  }

  @Test(arguments: [
    "\u{89}PNG", "\u{FF}\u{D8}", "RIFF\0\0\0\0WAVEfmt ", "\u{7F}ELF", "\u{C3}",
    "\0\0\0\u{18}ftypheic\0\0\0\0mif1heic",
    "a\0b", "a\u{C3}(", "a\u{FF}", "a\u{C3}", "PK\u{3}\u{4}", "\0\0\0\u{8}ftyp",
  ])
  func `other content has no kind`(text: String) { #expect(FileKind(beginning: Self.bytes(text)) == nil) }

  @Test func `an SVG is no image, because it may contain scripts`() {
    #expect(FileKind.images == [.png, .jpeg, .gif, .webp, .avif])
    #expect(FileKind.images.accept == "image/png,image/jpeg,image/gif,image/webp,image/avif")
    #expect(Set<FileKind>([.pdf, .text]).accept == "application/pdf,text/plain")
  }

  @Test(arguments: 0..<200) func `no bytes break the readers of headers`(seed: Int) {
    var random = SeededRandom(state: UInt64(seed))
    let beginnings: [[UInt8]] = [
      Array(ImageSizeTests.jpeg(orientation: 6)), ImageSizeTests.avif, Array("RIFF\0\0\0\0WEBPVP8X".utf8),
      ImageSizeTests.png,
    ]
    var bytes = beginnings[seed % beginnings.count]
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
    }
    bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
    for kind in FileKind.allCases {
      let size = ImageSize(of: kind) { count, position in Array(bytes.dropFirst(position).prefix(count)) }
      #expect(size.map { $0.width > 0 && $0.height > 0 } != false)
    }
  }
}
