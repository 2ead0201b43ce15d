import EspalierHTTP

/// The instances that each address made, so that one address pushes out nobody else's.
struct InstanceMakers {
  private var makers: [String: LRUOrder<String>] = [:]

  /// An instance is used; it is its maker's newest then.
  mutating func use(_ id: String, by maker: String?) {
    if let maker { makers[maker, default: LRUOrder()].use(id) }
  }

  /// An instance has gone; an address without any is forgotten.
  mutating func remove(_ id: String, by maker: String?) {
    guard let maker else { return }
    makers[maker]?.remove(id)
    if makers[maker]?.count == 0 { makers[maker] = nil }
  }

  /// How many instances of an address there are.
  func count(of maker: String) -> Int { makers[maker]?.count ?? 0 }

  /// The instances of an address, in no order.
  func ids(of maker: String) -> [String] { makers[maker]?.keys ?? [] }

  /// The instance of an address that was not used for longest.
  func oldest(of maker: String) -> String? { makers[maker]?.oldest }
}
