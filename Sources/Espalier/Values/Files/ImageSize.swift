/// The width and height of an image in pixels, as a browser shows it. An `<img>` that declares both has its place before
/// the image is loaded, so nothing on the page moves.
public struct ImageSize: Hashable, Codable, Sendable {
  /// Pixels from left to right, at least 1.
  public let width: Int
  /// Pixels from top to bottom, at least 1.
  public let height: Int

  /// Nil unless both are from 1 to 1 000 000.
  package init?(width: Int, height: Int) {
    guard (1...1_000_000).contains(width), (1...1_000_000).contains(height) else { return nil }
    (self.width, self.height) = (width, height)
  }

  /// The size in the header of an image; nil if it is no image, or if its header is cut or malformed. `read` gives the
  /// bytes of the file from a position, fewer at its end. The image itself is not decoded.
  package init?(of kind: FileKind, read: (_ count: Int, _ position: Int) -> [UInt8]) {
    let found: (Int, Int)? =
      switch kind {
      case .png: Self.png(read(24, 0))
      case .gif: Self.gif(read(10, 0))
      case .webp: Self.webp(read(30, 0))
      case .jpeg: JPEGHeader.size(read)
      case .avif: AVIFHeader.size(read)
      case .pdf, .text: nil
      }
    guard let found else { return nil }
    self.init(width: found.0, height: found.1)
  }

  /// PNG, 11.2.2: the first chunk is the header.
  private static func png(_ bytes: [UInt8]) -> (Int, Int)? {
    guard bytes.count == 24, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
    return (bytes.number(4, at: 16), bytes.number(4, at: 20))
  }

  /// GIF89a, 18: the logical screen.
  private static func gif(_ bytes: [UInt8]) -> (Int, Int)? {
    bytes.count == 10 ? (bytes.little(2, at: 6), bytes.little(2, at: 8)) : nil
  }

  /// RFC 9649, 2.5 to 2.7: lossy, lossless, and extended files.
  private static func webp(_ bytes: [UInt8]) -> (Int, Int)? {
    guard bytes.count == 30 else { return nil }
    switch bytes[15] {
    case UInt8(ascii: " "):
      guard bytes[23..<26].elementsEqual([0x9D, 0x01, 0x2A]) else { return nil }
      return (bytes.little(2, at: 26) & 0x3FFF, bytes.little(2, at: 28) & 0x3FFF)
    case UInt8(ascii: "L"):
      guard bytes[20] == 0x2F else { return nil }
      let bits = bytes.little(4, at: 21)
      return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    case UInt8(ascii: "X"): return (bytes.little(3, at: 24) + 1, bytes.little(3, at: 27) + 1)
    default: return nil
    }
  }
}

extension [UInt8] {
  /// A number whose first byte is the highest. Bytes beyond the end count as 0.
  func number(_ count: Int, at position: Int) -> Int {
    (position..<position + count).reduce(0) { $0 << 8 | Int(indices.contains($1) ? self[$1] : 0) }
  }

  /// A number whose first byte is the lowest.
  func little(_ count: Int, at position: Int) -> Int {
    (position..<position + count).reversed().reduce(0) { $0 << 8 | Int(indices.contains($1) ? self[$1] : 0) }
  }
}
