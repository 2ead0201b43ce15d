/// Which names a type looks for in the object that it is read from.
final class KnownNames {
  private var knows: [(String) -> Bool] = []
  private(set) var readNames: [String] = []
  /// Whether it asked for an object, and whether there was none.
  var wasRead: Bool { !knows.isEmpty }
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
