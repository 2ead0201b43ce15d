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

/// Keys in the order in which they were last used. Each operation takes constant time.
struct LRUOrder<Key: Hashable> {
  private struct Link {
    var older: Key?
    var newer: Key?
  }

  private var links: [Key: Link] = [:]
  /// The least recently used key.
  private(set) var oldest: Key?
  private var newest: Key?

  var count: Int { links.count }

  /// Makes a key the newest. Adds it if it is new.
  mutating func use(_ key: Key) {
    remove(key)
    links[key] = Link(older: newest)
    if let newest { links[newest]?.newer = key } else { oldest = key }
    newest = key
  }

  mutating func remove(_ key: Key) {
    guard let link = links.removeValue(forKey: key) else { return }
    if let older = link.older { links[older]?.newer = link.newer } else { oldest = link.newer }
    if let newer = link.newer { links[newer]?.older = link.older } else { newest = link.older }
  }
}
