/// Addresses: the keys of the nodes from below the root down, with a slash between; the root's is empty.
enum Address {
  /// The address of what stands under a key in the container with an address.
  static func join(_ container: String, _ key: String) -> String { container.isEmpty ? key : "\(container)/\(key)" }

  /// The address of the container around; nil for the root.
  static func above(_ address: String) -> String? {
    if address.isEmpty { return nil }
    return address.lastIndex(of: "/").map { String(address[..<$0]) } ?? ""
  }
}
