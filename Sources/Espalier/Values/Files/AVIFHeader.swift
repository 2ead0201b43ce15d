/// The boxes of an AVIF (ISO/IEC 23008-12), as far as its size needs them.
enum AVIFHeader {
  /// Bytes at the beginning of the file in which the properties of the image must be.
  private static let most = 64 << 10

  /// The size of the largest image in the file: a file may also have thumbnails and transparency.
  static func size(_ read: (_ count: Int, _ position: Int) -> [UInt8]) -> (Int, Int)? {
    let bytes = read(most, 0)
    guard let meta = boxes(in: bytes, 0..<bytes.count).first(where: { $0.name == "meta" }),
      // `meta` has a version and flags before its boxes.
      let properties = boxes(in: bytes, meta.content.dropFirst(4)).first(where: { $0.name == "iprp" }),
      let container = boxes(in: bytes, properties.content).first(where: { $0.name == "ipco" })
    else { return nil }
    let all = boxes(in: bytes, container.content)
    let sizes = all.filter { $0.name == "ispe" && $0.content.count >= 12 }.map { box in
      (bytes.number(4, at: box.content.lowerBound + 4), bytes.number(4, at: box.content.lowerBound + 8))
    }
    guard
      let largest = sizes.max(by: {
        $0.0.multipliedReportingOverflow(by: $0.1).partialValue
          < $1.0.multipliedReportingOverflow(by: $1.1).partialValue
      })
    else { return nil }
    // Quarters of a turn.
    let turn = all.first { $0.name == "irot" && !$0.content.isEmpty }.map { bytes[$0.content.lowerBound] & 3 } ?? 0
    return turn % 2 == 0 ? largest : (largest.1, largest.0)
  }

  private struct Box {
    let name: String
    let content: Range<Int>
  }

  private static func boxes(in bytes: [UInt8], _ range: Range<Int>) -> [Box] {
    var boxes: [Box] = []
    var position = range.lowerBound
    while range.upperBound - position >= 8, boxes.count < 200 {
      let size = bytes.number(4, at: position)
      let name = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
      // 0: up to the end. Sizes of 64 bits are for videos.
      let end = size == 0 ? range.upperBound : position + size
      guard size == 0 || size >= 8 else { break }
      boxes.append(Box(name: name, content: position + 8..<min(end, range.upperBound)))
      position = end
    }
    return boxes
  }
}
