/// A 64-bit hash of a row. It is the same in every run, and mixes 8 bytes at a time.
package struct RowHash {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  package mutating func combine(_ word: UInt64) {
    value = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
    value ^= value >> 32
  }

  /// Adds bytes and their number.
  package mutating func combine(_ bytes: UnsafeRawBufferPointer) {
    combine(UInt64(bytes.count))
    var index = 0
    while index + 8 <= bytes.count {
      // Safe: the eight bytes are inside the buffer.
      unsafe combine(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += 8
    }
    var rest: UInt64 = 0
    while index < bytes.count {
      rest = unsafe rest << 8 | UInt64(bytes[index])
      index += 1
    }
    combine(rest)
  }
}
