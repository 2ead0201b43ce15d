/// The instances that each address made, so that one address pushes out nobody else's.
struct InstanceMakers {
  private struct Maker {
    var ids = Recency<String>()
    let bytes = Counter()
  }

  private var makers: [String: Maker] = [:]

  /// About how many bytes the instances of an address take.
  mutating func bytes(of maker: String) -> Counter {
    if let known = makers[maker] { return known.bytes }
    let new = Maker()
    makers[maker] = new
    return new.bytes
  }

  /// An instance is used; it is its maker's newest then.
  mutating func use(_ id: String, by maker: String?) {
    if let maker { makers[maker, default: Maker()].ids.use(id) }
  }

  /// An instance has gone; an address without any is forgotten.
  mutating func remove(_ id: String, by maker: String?) {
    guard let maker else { return }
    makers[maker]?.ids.remove(id)
    if makers[maker]?.ids.count == 0 { makers[maker] = nil }
  }

  /// The instance of an address that was not used for longest.
  func oldest(of maker: String) -> String? { makers[maker]?.ids.oldest }

  /// The limit that an address crosses by one more instance.
  func limit(crossedBy maker: String, _ limits: PageLimits) -> LimitName? {
    guard let known = makers[maker], known.ids.count > 0 else { return nil }
    if limits.instancesPerAddress > 0 && known.ids.count >= limits.instancesPerAddress { return .instancesPerAddress }
    return limits.instanceBytesPerAddress > 0 && known.bytes.value > limits.instanceBytesPerAddress
      ? .instanceBytesPerAddress : nil
  }
}
