import Testing

@testable import Espalier

/// The sizes in the headers of images.
struct ImageSizeTests {
  static let png: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 13, 10, 0x1A, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 2, 128, 0, 0, 1, 224,
  ]

  /// A JPEG of 640 by 480 pixels, with a comment, fill bytes and, if it has an orientation, Exif data.
  static func jpeg(orientation: UInt8?) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xD8]
    if let orientation {
      bytes += [0xFF, 0xE1, 0, 34]
      bytes += Array("Exif\0\0II".utf8)
      bytes += [42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]
    }
    bytes += [0xFF, 0xFE, 0, 5, 1, 2, 3]
    return bytes + [0xFF, 0xFF, 0xC2, 0, 11, 8, 1, 224, 2, 128, 1, 0, 0, 0]
  }

  private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let size = content.count + 8
    let head: [UInt8] = [0, 0, UInt8(size >> 8), UInt8(size & 255)]
    return head + Array(name.utf8) + content
  }

  private static func ispe(_ width: UInt8, _ height: UInt8) -> [UInt8] {
    box("ispe", [0, 0, 0, 0, 0, 0, 0, width, 0, 0, 0, height])
  }

  private static func avif(_ properties: [UInt8]) -> [UInt8] {
    let meta: [UInt8] = [0, 0, 0, 0] + box("hdlr", [1, 2]) + box("iprp", box("ipco", properties))
    return box("ftyp", Array("avif\0\0\0\0".utf8)) + box("meta", meta)
  }

  static let avif = avif(ispe(10, 20) + ispe(100, 50))

  private func size(_ bytes: [UInt8], _ kind: FileKind) -> String? {
    ImageSize(of: kind) { count, position in Array(bytes.dropFirst(position).prefix(count)) }
      .map { "\($0.width) x \($0.height)" }
  }

  @Test func `PNG, GIF and WebP have their size at the beginning`() {
    #expect(size(Self.png, .png) == "640 x 480")
    #expect(size(Array("GIF89a".utf8) + [128, 2, 224, 1], .gif) == "640 x 480")
    func webp(_ name: String, _ rest: [UInt8]) -> [UInt8] { Array("RIFF____WEBP\(name)____".utf8) + rest }
    #expect(size(webp("VP8 ", [0, 0, 0, 0x9D, 1, 0x2A, 128, 66, 224, 1]), .webp) == "640 x 480")
    #expect(size(webp("VP8L", [0x2F, 0x7F, 0xC2, 0x77, 0, 0, 0, 0, 0, 0]), .webp) == "640 x 480")
    #expect(size(webp("VP8X", [0, 0, 0, 0, 127, 2, 0, 223, 1, 0]), .webp) == "640 x 480")
    #expect(size(webp("VP8?", [UInt8](repeating: 1, count: 10)), .webp) == nil)
  }

  @Test(arguments: [
    (nil, "640 x 480"), (1, "640 x 480"), (4, "640 x 480"), (5, "480 x 640"), (8, "480 x 640"), (9, "640 x 480"),
  ])
  func `a JPEG may be turned by its Exif data`(orientation: UInt8?, expected: String) {
    #expect(size(Self.jpeg(orientation: orientation), .jpeg) == expected)
  }

  @Test func `an AVIF has the size of its largest image, and may be turned`() {
    #expect(size(Self.avif, .avif) == "100 x 50")
    #expect(size(Self.avif(Self.ispe(100, 50) + Self.box("irot", [1])), .avif) == "50 x 100")
    #expect(size(Self.avif(Self.box("irot", [2]) + Self.ispe(100, 50)), .avif) == "100 x 50")
    #expect(size(Self.avif([]), .avif) == nil)
  }

  @Test(arguments: [FileKind.png, .gif, .webp, .jpeg, .avif, .pdf, .text])
  func `a header that is cut or of no size has no size`(kind: FileKind) {
    #expect(size([], kind) == nil)
    #expect(size(Array(Self.png.prefix(20)), kind) == nil)
    #expect(size(Array("GIF89a".utf8) + [0, 0, 224, 1], kind) == nil)
    #expect(size([0xFF, 0xD8, 0xFF, 0xDA, 0, 2, 0, 0, 0, 0, 0], kind) == nil)
  }
}
