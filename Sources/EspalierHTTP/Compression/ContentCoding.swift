internal import CBrotli
internal import CZlib

/// A way to compress a body (RFC 9110, 8.4.1).
enum ContentCoding: String, Sendable, CaseIterable {
  /// RFC 7932. First, because its result is smaller.
  case brotli = "br"
  /// RFC 1952.
  case gzip

  /// How much time an encoding may take.
  enum Effort {
    /// For bytes that are sent for long: a tenth smaller than `fast`, in five times the time.
    case best
    /// For bytes that change: about 12 µs for each kB.
    case fast
  }

  /// The sizes in bytes of the bodies that are encoded while somebody waits. Larger ones would delay other requests.
  static let most = 512 << 10

  /// The bytes in this coding; nil if that does not save a tenth.
  func encode(_ bytes: [UInt8], _ effort: Effort = .best) -> [UInt8]? {
    let most = bytes.count - bytes.count / 10
    guard most > 0 else { return nil }
    // Safe: both calls read `bytes.count` bytes, write at most `most`, and return how many they wrote.
    let encoded = unsafe [UInt8](unsafeUninitializedCapacity: most) { output, count in
      count = unsafe bytes.withUnsafeBufferPointer { input in unsafe encode(input, into: output, effort) }
    }
    return encoded.isEmpty ? nil : encoded
  }

  private func encode(
    _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>, _ effort: Effort
  ) -> Int {
    guard let from = input.baseAddress, let to = output.baseAddress else { return 0 }
    switch self {
    case .gzip:
      return unsafe espalier_gzip(from, input.count, to, output.count, effort.level)
    case .brotli:
      var count = output.count
      // The best quality takes ten times as long. A window above 16 bits would first clear megabytes.
      let quality: Int32 = input.count <= 20 << 10 ? 11 : 9
      let window: Int32 = input.count <= 64 << 10 ? 16 : BROTLI_DEFAULT_WINDOW
      let isDone = unsafe BrotliEncoderCompress(
        quality, window, BROTLI_MODE_TEXT, input.count, from, &count, to)
      return isDone == 0 ? 0 : count
    }
  }
}

extension ContentCoding.Effort {
  /// The level of zlib.
  var level: Int32 { self == .best ? 9 : 4 }
}

extension Request {
  /// The accepted coding with the highest weight (RFC 9110, 12.5.3); nil if the client wants none.
  var contentCoding: ContentCoding? {
    var best: (coding: ContentCoding, weight: Int)?
    let weights = Self.weights(headers.list(of: .acceptEncoding) ?? "")
    for coding in ContentCoding.allCases {
      let weight = weights[coding.rawValue] ?? weights["*"] ?? 0
      if weight > (best?.weight ?? 0) { best = (coding, weight) }
    }
    guard let best, best.weight >= weights["identity"] ?? 0 else { return nil }
    return best.coding
  }

  /// Whether the client accepts gzip, and prefers it to no coding.
  package var acceptsGzip: Bool {
    guard let header = headers[.acceptEncoding] else { return false }
    // Browsers name codings without weights.
    if !header.utf8.contains(UInt8(ascii: ";")), header.hasPrefix("gzip,") { return true }
    let weights = Self.weights(headers.list(of: .acceptEncoding) ?? "")
    let weight = weights["gzip"] ?? weights["*"] ?? 0
    return weight > 0 && weight >= weights["identity"] ?? 0
  }

  private static func weights(_ header: String) -> [String: Int] {
    var weights: [String: Int] = [:]
    for element in header.listElements() {
      let parts = element.split(separator: ";", maxSplits: 1).map(\.trimmed)
      guard let name = parts.first.map({ $0.lowercased() }) else { continue }
      guard parts.count > 1 else {
        weights[name] = 1000
        continue
      }
      let quality = parts[1].split(separator: "=", maxSplits: 1).map(\.trimmed)
      // Ignores a coding with a malformed weight.
      guard quality.count == 2, quality[0].lowercased() == "q" else { continue }
      weights[name] = Accept.thousandths(String(quality[1]))
    }
    return weights
  }
}
