/// What one proxy reports about the side that sent it the request: one element of `Forwarded` (RFC 7239, 4), or one
/// position in the lists of `X-Forwarded-For`, `-Proto` and `-Host`.
struct ForwardedHop: Sendable, Equatable {
  /// Nil if the proxy hides the address (`unknown`, `_name`) or writes something else.
  var address: IPAddress?
  /// `http` or `https`, as written.
  var scheme: String?
  /// The host that the client asked for, with its port if the proxy writes one.
  package var host: String?
}

extension ForwardedHop {
  /// The elements of every `Forwarded` field, in their order.
  static func forwarded(_ headers: Headers) -> [ForwardedHop] {
    (headers.list(of: .forwarded) ?? "").listElements().map { element in
      var hop = ForwardedHop()
      for pair in element.listElements(separator: ";").compactMap({ $0.pair() }) {
        let value = pair.1.unquoted
        if pair.0.equalsIgnoringCase("for") { hop.address = address(ofNode: value) }
        if pair.0.equalsIgnoringCase("proto") { hop.scheme = value }
        if pair.0.equalsIgnoringCase("host") { hop.host = value }
      }
      return hop
    }
  }

  /// The positions of the three lists, in order. If a list is not as long as the list of addresses, its last value
  /// counts for every position: the nearest proxy wrote it.
  static func listed(_ headers: Headers) -> [ForwardedHop] {
    // Split at every comma. These lists have no quotes; with quotes, a client could hide what the proxy appended.
    func list(_ name: HeaderName) -> [String] {
      (headers.list(of: name) ?? "").split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }.map {
        String($0).unquoted
      }
    }
    let (addresses, schemes, hosts) = (list(.forwardedFor), list(.forwardedProto), list(.forwardedHost))
    func value(_ list: [String], _ index: Int) -> String? { list.count == addresses.count ? list[index] : list.last }
    guard !addresses.isEmpty else { return [ForwardedHop(scheme: schemes.last, host: hosts.last)] }
    return addresses.indices.map { index in
      ForwardedHop(
        address: address(ofNode: addresses[index]), scheme: value(schemes, index), host: value(hosts, index))
    }
  }

  /// `192.0.2.7`, `192.0.2.7:80`, `[2001:db8::1]`, `[2001:db8::1]:80` or `2001:db8::1`; nil for everything else.
  static func address(ofNode text: String) -> IPAddress? {
    if let address = IPAddress(text) { return address }
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      let (inside, rest) = (text[text.index(after: text.startIndex)..<end], text[text.index(after: end)...])
      return inside.contains(":") && (rest.isEmpty || isPort(rest)) ? IPAddress(inside) : nil
    }
    guard let colon = text.firstIndex(of: ":"), isPort(text[colon...]) else { return nil }
    return IPAddress(text[..<colon])
  }

  /// A colon followed by a number, or by a name that hides the number (RFC 7239, 6.2).
  private static func isPort(_ text: Substring) -> Bool {
    let port = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: ":"), !port.isEmpty else { return false }
    if port.first == UInt8(ascii: "_") { return port.allSatisfy(\.isTokenCharacter) }
    return port.count <= 5 && port.allSatisfy(\.isDigit)
  }
}
