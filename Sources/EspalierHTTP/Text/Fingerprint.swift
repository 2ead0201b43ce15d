/// A short text that distinguishes versions of some bytes. It is not a protection against forgery.
package enum Fingerprint {
  /// FNV-1a with 64 bits.
  package static func hash(of bytes: [UInt8]) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }

  /// The hash and the length, in hexadecimal digits.
  package static func of(_ bytes: [UInt8]) -> String {
    String(hash(of: bytes), radix: 16) + "-" + String(bytes.count, radix: 16)
  }
}
