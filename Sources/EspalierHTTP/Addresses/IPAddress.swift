/// An IPv4 or IPv6 address. An IPv4 address that is mapped into IPv6 (`::ffff:192.0.2.7`) equals the IPv4 address
/// itself.
package struct IPAddress: Sendable, Hashable {
  /// 128 bits. An IPv4 address has the mapped form: the address is in the lowest 32 bits (RFC 4291, 2.5.5.2).
  let bits: UInt128

  private static let mapped = UInt128(0xFFFF) << 32

  init(bits: UInt128) { self.bits = bits }

  /// Parses a literal without brackets, port or zone; nil for anything else.
  package init?(_ text: some StringProtocol) {
    if let v4 = Self.v4(Substring(text)) {
      bits = Self.mapped | UInt128(v4)
    } else if let v6 = Self.v6(String(text)) {
      bits = v6
    } else {
      return nil
    }
  }

  /// Whether it is an IPv4 address, in either form.
  var isIPv4: Bool { bits >> 32 == 0xFFFF }

  /// `127.0.0.0/8` (RFC 1122, 3.2.1.3) and `::1` (RFC 4291, 2.5.3).
  package var isLoopback: Bool { bits == 1 || (isIPv4 && UInt8(truncatingIfNeeded: bits >> 24) == 127) }

  /// Parses four decimal numbers. Refuses leading zeros, because some programs read such numbers as octal.
  private static func v4(_ text: Substring) -> UInt32? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var bits: UInt32 = 0
    for part in parts {
      guard part.utf8.allSatisfy(\.isDigit), part == "0" || !part.hasPrefix("0"), let byte = UInt8(part) else {
        return nil
      }
      bits = bits << 8 | UInt32(byte)
    }
    return bits
  }

  /// Parses eight groups. `::` may replace one run of zero groups; the last two groups may be an IPv4 address (RFC
  /// 4291, 2.2).
  private static func v6(_ text: String) -> UInt128? {
    let bytes = Array(text.utf8)
    let colon = UInt8(ascii: ":")
    let gaps = bytes.indices.filter { $0 + 1 < bytes.count && bytes[$0] == colon && bytes[$0 + 1] == colon }
    guard bytes.contains(colon), gaps.count <= 1 else { return nil }
    guard let gap = gaps.first else {
      guard let all = groups(bytes[...], mayEndInV4: true), all.count == 8 else { return nil }
      return number(all)
    }
    guard let head = groups(bytes[..<gap], mayEndInV4: false),
      let tail = groups(bytes[(gap + 2)...], mayEndInV4: true), head.count + tail.count < 8
    else {
      return nil
    }
    return number(head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail)
  }

  private static func groups(_ bytes: ArraySlice<UInt8>, mayEndInV4: Bool) -> [UInt16]? {
    guard !bytes.isEmpty else { return [] }
    var groups: [UInt16] = []
    let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if mayEndInV4, index == parts.count - 1, let v4 = v4(Substring(String(decoding: part, as: UTF8.self))) {
        groups += [UInt16(v4 >> 16), UInt16(truncatingIfNeeded: v4)]
      } else {
        guard (1...4).contains(part.count), part.allSatisfy({ $0.hexadecimalValue != nil }) else { return nil }
        groups.append(part.reduce(0) { $0 << 4 | UInt16($1.hexadecimalValue ?? 0) })
      }
    }
    return groups
  }

  private static func number(_ groups: [UInt16]) -> UInt128 { groups.reduce(0) { $0 << 16 | UInt128($1) } }
}

extension IPAddress: CustomStringConvertible {
  /// The literal, with the longest run of zeros left out (RFC 5952).
  package var description: String {
    if isIPv4 {
      return (0..<4).reversed().map { String(UInt8(truncatingIfNeeded: bits >> ($0 * 8))) }.joined(separator: ".")
    }
    let groups = (0..<8).reversed().map { UInt16(truncatingIfNeeded: bits >> ($0 * 16)) }
    var (gap, start) = (0..<0, 0)
    while start < 8 {
      let end = groups[start...].firstIndex { $0 != 0 } ?? 8
      if end - start > max(1, gap.count) { gap = start..<end }
      start = max(end, start) + 1
    }
    func text(_ part: ArraySlice<UInt16>) -> String { part.map { String($0, radix: 16) }.joined(separator: ":") }
    return gap.isEmpty ? text(groups[...]) : text(groups[..<gap.lowerBound]) + "::" + text(groups[gap.upperBound...])
  }
}
