/// Records the names that a type looks for in the object from which it is decoded.
final class KnownNames {
  private var knows: [(String) -> Bool] = []
  private(set) var readNames: [String] = []
  /// Whether the type asked for an object and got one.
  var wasRead: Bool { !knows.isEmpty }
  /// Whether the type asked for an object, but the value was none.
  private(set) var wantsFields = false

  func contains(_ name: String) -> Bool { knows.contains { $0(name) } }

  func note<Key: CodingKey>(_ key: Key.Type, isObject: Bool) {
    if !isObject { return wantsFields = true }
    knows.append { Key(stringValue: $0) != nil }
  }

  func note(read name: String) {
    if !readNames.contains(name) { readNames.append(name) }
  }
}
