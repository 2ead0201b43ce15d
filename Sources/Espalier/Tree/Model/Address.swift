/// Addresses: the keys of the nodes below the root, down to the node itself, separated by slashes. The root's address
/// is empty.
enum Address {
  /// The address of the node with this key in the container at this address.
  static func join(_ container: String, _ key: String) -> String { container.isEmpty ? key : "\(container)/\(key)" }

  /// The address of the parent container; nil for the root.
  static func above(_ address: String) -> String? {
    if address.isEmpty { return nil }
    return address.lastIndex(of: "/").map { String(address[..<$0]) } ?? ""
  }
}
