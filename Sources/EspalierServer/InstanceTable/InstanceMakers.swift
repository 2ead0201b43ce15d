import EspalierHTTP

/// The instances that each address made, so that an address can only push out its own.
struct InstanceMakers {
  private struct Maker {
    var ids = LRUOrder<String>()
    /// The approximate bytes of its instances.
    let bytes = Counter()
  }

  private var makers: [String: Maker] = [:]

  /// Records a use of an instance, which makes it the newest of its maker.
  mutating func use(_ id: String, by maker: String?) {
    if let maker { makers[maker, default: Maker()].ids.use(id) }
  }

  /// Removes an instance. Forgets an address that has no more instances.
  mutating func remove(_ id: String, by maker: String?) {
    guard let maker else { return }
    makers[maker]?.ids.remove(id)
    if makers[maker]?.ids.count == 0 { makers[maker] = nil }
  }

  /// The number of instances of an address.
  func count(of maker: String) -> Int { makers[maker]?.ids.count ?? 0 }

  /// The sum of the bytes of an address's instances; nil if it has none. Each instance must join it.
  func bytes(of maker: String) -> Counter? { makers[maker]?.bytes }

  /// The least recently used instance of an address.
  func oldest(of maker: String) -> String? { makers[maker]?.ids.oldest }
}
