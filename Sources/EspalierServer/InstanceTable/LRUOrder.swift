import EspalierHTTP

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
  /// All keys, in no particular order.
  var keys: [Key] { Array(links.keys) }

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
