/// A long body in parts that several responses share: one copy serves every reader, however slow.
package struct SharedBytes: Sendable {
  /// One part.
  package enum Part: Sendable {
    case bytes([UInt8])
    /// Pieces with the same separator between each two.
    case joined([[UInt8]], by: [UInt8])
  }

  package let parts: [Part]
  /// The number of bytes.
  package let count: Int

  package init(_ parts: [Part]) {
    self.parts = parts
    count = parts.reduce(0) { $0 + $1.count }
  }

  /// The place of its longest part in memory.
  var place: UInt {
    switch parts.max(by: { $0.count < $1.count }) {
    case .bytes(let bytes): bytes.place
    case .joined(let pieces, by: _): pieces.place
    case nil: 0
    }
  }

  /// All bytes in one array.
  package var joined: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    var cursor = Cursor(self)
    while let piece = cursor.next() { bytes.append(contentsOf: piece) }
    return bytes
  }

  /// Walks through the pieces in order.
  struct Cursor {
    private let parts: [Part]
    private var part = 0
    /// The index of the next piece of a joined part. Separators count as pieces.
    private var piece = 0

    init(_ bytes: SharedBytes) { parts = bytes.parts }

    /// The next piece; nil at the end.
    mutating func next() -> [UInt8]? {
      while part < parts.count {
        switch parts[part] {
        case .bytes(let bytes):
          part += 1
          return bytes
        case .joined(let pieces, let separator):
          defer { piece += 1 }
          if piece < 2 * pieces.count - 1 { return piece % 2 == 0 ? pieces[piece / 2] : separator }
          (part, piece) = (part + 1, -1)
        }
      }
      return nil
    }
  }
}

extension SharedBytes.Part {
  fileprivate var count: Int {
    switch self {
    case .bytes(let bytes): bytes.count
    case .joined(let pieces, let separator):
      pieces.reduce(max(0, pieces.count - 1) * separator.count) { $0 + $1.count }
    }
  }
}

extension Array {
  /// Where its elements are in memory, as a number: arrays with one place share them.
  // Safe: the address is compared and never read.
  var place: UInt { unsafe withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
}
