import EspalierHTTP

/// The instances that each address made, so that an address can only push out its own.
struct InstanceMakers {
  private var makers: [String: LRUOrder<String>] = [:]

  /// Records a use of an instance, which makes it the newest of its maker.
  mutating func use(_ id: String, by maker: String?) {
    if let maker { makers[maker, default: LRUOrder()].use(id) }
  }

  /// Removes an instance. Forgets an address that has no more instances.
  mutating func remove(_ id: String, by maker: String?) {
    guard let maker else { return }
    makers[maker]?.remove(id)
    if makers[maker]?.count == 0 { makers[maker] = nil }
  }

  /// The number of instances of an address.
  func count(of maker: String) -> Int { makers[maker]?.count ?? 0 }

  /// The instances of an address, in no particular order.
  func ids(of maker: String) -> [String] { makers[maker]?.keys ?? [] }

  /// The least recently used instance of an address.
  func oldest(of maker: String) -> String? { makers[maker]?.oldest }
}
