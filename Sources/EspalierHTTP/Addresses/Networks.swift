/// A set of addresses and of networks in CIDR notation, for example `["127.0.0.1", "10.0.0.0/8", "::1"]`.
package struct Networks: Sendable, Equatable {
  /// Says why a text is neither an address nor a network.
  package struct Invalid: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  private struct Network: Sendable, Equatable {
    let first: UInt128
    let mask: UInt128
  }

  private let networks: [Network]

  /// The empty set.
  package static let none = Networks()

  private init() { networks = [] }

  /// Parses each text; throws for the first text that is neither an address nor a network.
  package init(_ texts: [String]) throws(Invalid) {
    var networks: [Network] = []
    for text in texts { networks.append(try Self.network(text)) }
    self.networks = networks
  }

  var isEmpty: Bool { networks.isEmpty }

  package func contains(_ address: IPAddress) -> Bool { networks.contains { address.bits & $0.mask == $0.first } }

  private static func network(_ text: String) throws(Invalid) -> Network {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = parts.first.flatMap({ IPAddress($0) }) else {
      throw Invalid(
        description: "\"\(text)\" is not an IP address or network; write for example 127.0.0.1, 10.0.0.0/8 or ::1")
    }
    let longest = address.isIPv4 ? 32 : 128
    var length = longest
    if parts.count == 2 {
      guard parts[1].utf8.allSatisfy(\.isDigit), let number = Int(parts[1]), number <= longest else {
        throw Invalid(description: "the network \"\(text)\" needs a prefix length from 0 to \(longest) after the slash")
      }
      length = number
    }
    let mask = UInt128.max << UInt128(longest - length)
    guard address.bits & mask == address.bits else {
      let first = IPAddress(bits: address.bits & mask)
      throw Invalid(
        description: "the network \"\(text)\" has bits set after its prefix length; write \(first)/\(length)")
    }
    return Network(first: address.bits, mask: mask)
  }
}
