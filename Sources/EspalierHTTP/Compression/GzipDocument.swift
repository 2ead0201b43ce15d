internal import CZlib

/// A document in gzip (RFC 1952), ready to be sent, except for a short text that differs for each reader.
///
/// The pieces between the text are compressed once. The text stands in blocks that are stored as they are (RFC 1951,
/// 3.2.4), and no piece refers to bytes before it. So a copy with another text costs no compression, and the length of
/// the result tells nothing about the text (BREACH).
package struct GzipDocument: Sendable {
  /// The compressed pieces. The text stands between each two.
  private let pieces: [[UInt8]]
  /// The checksum of each piece before it was compressed, and its number of bytes.
  private let sums: [(sum: UInt, count: Int)]
  /// The number of bytes before compression, without the texts.
  private let plainCount: Int

  /// The most pieces. Each one begins without knowing the others, so many pieces would save little.
  static let mostPieces = 16

  /// A document of parts, in which joined parts are separated by the text. Nil if compression saves too little, or if
  /// the document has too many pieces.
  package init?(_ parts: [SharedBytes.Part]) {
    var plain: [[UInt8]] = [[]]
    for part in parts {
      switch part {
      case .bytes(let bytes): plain[plain.count - 1] += bytes
      case .joined(let joined, _):
        guard plain.count + joined.count - 1 <= Self.mostPieces else { return nil }
        plain[plain.count - 1] += joined.first ?? []
        plain += joined.dropFirst()
      }
    }
    plainCount = plain.reduce(0) { $0 + $1.count }
    guard ContentCoding.worthwhile.contains(plainCount) else { return nil }
    var pieces: [[UInt8]] = []
    for (index, piece) in plain.enumerated() {
      guard let deflated = Self.deflate(piece, isLast: index == plain.count - 1) else { return nil }
      pieces.append(deflated)
    }
    self.pieces = pieces
    sums = plain.map { (Self.sum($0), $0.count) }
    guard weight < plainCount - plainCount / 10 else { return nil }
  }

  /// The approximate bytes that it takes.
  package var weight: Int { pieces.reduce(0) { $0 + $1.count } }

  /// The number of bytes of the document with a text, before compression.
  package func plainCount(_ text: String) -> Int { plainCount + (pieces.count - 1) * text.utf8.count }

  /// The document with a text of at most 65,535 bytes.
  package func bytes(_ text: String) -> [UInt8] {
    let text = Array(text.utf8)
    let textSum = Self.sum(text)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(weight + pieces.count * (text.count + 5) + 18)
    // No name, no time, from Unix.
    bytes += [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    var whole = (sum: UInt(0), count: 0)
    for (index, piece) in pieces.enumerated() {
      if index > 0 {
        bytes.append(0)
        bytes.append(littleEndian: UInt64(text.count), 2)
        bytes.append(littleEndian: UInt64(~UInt16(truncatingIfNeeded: text.count)), 2)
        bytes += text
        whole = Self.joined(whole, (textSum, text.count))
      }
      bytes += piece
      whole = Self.joined(whole, sums[index])
    }
    bytes.append(littleEndian: UInt64(whole.sum), 4)
    bytes.append(littleEndian: UInt64(whole.count), 4)
    return bytes
  }

  private static func joined(_ one: (sum: UInt, count: Int), _ other: (sum: UInt, count: Int)) -> (
    sum: UInt, count: Int
  ) {
    (crc32_combine(one.sum, other.sum, other.count), one.count + other.count)
  }

  private static func sum(_ bytes: [UInt8]) -> UInt {
    // Safe: the call reads `count` bytes.
    unsafe bytes.withUnsafeBufferPointer { unsafe crc32(0, $0.baseAddress, UInt32($0.count)) }
  }

  private static func deflate(_ bytes: [UInt8], isLast: Bool) -> [UInt8]? {
    // Zlib stores what it cannot compress, with 5 bytes for each block of 16 kB, and a flush adds 5 more.
    let most = bytes.count + bytes.count >> 10 + 64
    // Safe: the call reads `bytes.count` bytes, writes at most `most`, and returns how many it wrote.
    let deflated = unsafe [UInt8](unsafeUninitializedCapacity: most) { output, count in
      count = unsafe bytes.withUnsafeBufferPointer { input in
        guard let to = output.baseAddress else { return 0 }
        let level = ContentCoding.Effort.fast.level
        return unsafe espalier_deflate_piece(input.baseAddress, input.count, to, output.count, level, isLast ? 1 : 0)
      }
    }
    return deflated.isEmpty ? nil : deflated
  }
}

extension [UInt8] {
  fileprivate mutating func append(littleEndian value: UInt64, _ count: Int) {
    for index in 0..<count { append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
  }
}
