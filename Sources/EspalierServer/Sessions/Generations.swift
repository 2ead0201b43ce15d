/// The values that were used lately, about the last `capacity` to twice as many. Cost: at most two look-ups.
struct Generations<Value> {
  private var young: [String: Value] = [:]
  private var old: [String: Value] = [:]
  private let capacity: Int

  init(capacity: Int) { self.capacity = capacity }

  /// The value of a key. Getting a value counts as using it.
  subscript(key: String) -> Value? {
    mutating get {
      if let value = young[key] { return value }
      guard let value = old[key] else { return nil }
      self[key] = value
      return value
    }
    set {
      old[key] = nil
      young[key] = newValue
      guard young.count >= capacity else { return }
      (old, young) = (young, [:])
    }
  }
}
