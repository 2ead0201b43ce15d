/// The segments of a JPEG (ITU T.81, annex B), as far as its size needs them.
enum JPEGHeader {
  /// Cameras write some dozens of segments before the image.
  private static let mostSegments = 500

  /// Width and height as shown: a camera that was held upright says in its Exif data that the image must be turned.
  static func size(_ read: (_ count: Int, _ position: Int) -> [UInt8]) -> (Int, Int)? {
    var position = 2
    var isTurned = false
    for _ in 0..<mostSegments {
      let head = read(9, position)
      guard head.count == 9, head[0] == 0xFF else { return nil }
      let (marker, length) = (head[1], head.number(2, at: 2))
      switch marker {
      case 0xFF:
        // Fill bytes may stand before a marker (B.1.1.2).
        position += 1
        continue
      // The frame's header; 0xC4, 0xC8 and 0xCC are other segments (table B.1).
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
        let (height, width) = (head.number(2, at: 5), head.number(2, at: 7))
        return isTurned ? (height, width) : (width, height)
      case 0xE1: isTurned = isTurned || turns(read(min(length, 64 << 10), position + 4))
      // The image data begins, or the file ends, without a frame's header.
      case 0xD9, 0xDA: return nil
      default: break
      }
      guard length >= 2 else { return nil }
      position += 2 + length
    }
    return nil
  }

  /// Whether Exif data (Exif 2.32, 4.6) says that width and height change places: the orientations 5 to 8.
  private static func turns(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: "Exif\0\0".utf8) else { return false }
    let tiff = Array(bytes.dropFirst(6))
    let isLittle = tiff.starts(with: "II".utf8)
    guard isLittle || tiff.starts(with: "MM".utf8) else { return false }
    func number(_ count: Int, at position: Int) -> Int {
      isLittle ? tiff.little(count, at: position) : tiff.number(count, at: position)
    }
    let first = number(4, at: 4)
    guard first < tiff.count else { return false }
    for index in 0..<min(number(2, at: first), 200) {
      let entry = first + 2 + 12 * index
      if number(2, at: entry) == 0x0112 { return (5...8).contains(number(2, at: entry + 8)) }
    }
    return false
  }
}
