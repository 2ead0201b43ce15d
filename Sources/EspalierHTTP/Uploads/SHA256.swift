internal import CNettle

/// SHA-256 (FIPS 180-4) of bytes that arrive in pieces. Nobody can make two contents with the same hash, so a hash can
/// name a file.
package struct SHA256: Sendable {
  private var state = sha256_ctx()

  /// The hash of no bytes.
  package init() {
    // Safe: the C function fills the local that it is given.
    unsafe nettle_sha256_init(&state)
  }

  /// Adds bytes.
  package mutating func add(_ bytes: [UInt8]) {
    // Safe: the C function reads as many bytes as the array has.
    unsafe nettle_sha256_update(&state, bytes.count, bytes)
  }

  /// The hash in 64 hexadecimal digits.
  package consuming func finish() -> String {
    var hash = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    // Safe: the C function writes as many bytes as the array has.
    unsafe espalier_sha256_digest(&state, &hash)
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
