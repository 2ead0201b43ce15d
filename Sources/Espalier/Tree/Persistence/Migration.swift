/// How a value that an older version of the program has saved becomes a value of this version.
///
/// ```swift
/// persist(
///   \.cards, as: "cards", version: 2,
///   migrations: [.from(1, OldCard.self) { Card(title: $0.title, color: "red") }])
/// ```
public struct Migration<Value>: Sendable {
  let version: Int
  let value: @Sendable (JSON) throws -> Value

  /// Makes a value from one of the type that `version` saved. The closure makes a value of the current version, so each
  /// older version needs one migration.
  public static func from<Old: Decodable & SendableMetatype>(
    _ version: Int, _ type: Old.Type = Old.self, _ change: @escaping @Sendable (Old) throws -> Value
  ) -> Migration {
    Migration(version: version) { try change($0.decode(Old.self, trustsMarkup: true)) }
  }
}

/// What happens to a saved value that this version of the program cannot read. It is never lost: it stays in the store.
public enum UnreadableRule: Sendable {
  /// The site does not start; a page, or all pages of a browser, answer 503.
  case stop
  /// The program begins without the value. A change that would overwrite it is an error.
  case keep
  /// The program begins without the value, and the next change overwrites it.
  case replace
}

/// The versions of a saved value.
struct SavedVersions<Value: Decodable>: Sendable {
  var current = 1
  var migrations: [Migration<Value>] = []
  var rule = UnreadableRule.stop

  /// The value that a version has saved. A version without a migration has saved values of the same form.
  func value(_ json: JSON, of version: Int) throws -> Value {
    if version < current, let migration = migrations.first(where: { $0.version == version }) {
      return try migration.value(json)
    }
    return try json.decode(Value.self, trustsMarkup: true)
  }
}

/// A key of saved state: a name, the version of the value unless it is 1, and for a dictionary the key of the entry:
/// `cards`, `cards/7`, `cards@2/7`. A program of another version finds all of them.
struct SavedKey: Equatable {
  let version: Int
  /// Nil for a whole value.
  let entry: String?

  /// Takes a key apart; nil if it has another name.
  init?(_ text: String, of name: String) {
    guard text.utf8.starts(with: name.utf8) else { return nil }
    var rest = Substring(text.utf8.dropFirst(name.utf8.count))
    if rest.first == "@" {
      let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
      guard let version = Int(digits), version > 1 else { return nil }
      self.version = version
      rest = rest.dropFirst(digits.count + 1)
    } else {
      version = 1
    }
    guard rest.isEmpty || rest.first == "/" else { return nil }
    entry = rest.isEmpty ? nil : String(rest.dropFirst())
  }

  static func text(_ name: String, _ version: Int, _ entry: String? = nil) -> String {
    let start = version == 1 ? name : "\(name)@\(version)"
    return entry.map { "\(start)/\($0)" } ?? start
  }
}

extension PersistenceError {
  /// The value would overwrite one that cannot be read.
  static func overwriting(_ key: String, _ reason: String) -> PersistenceError {
    PersistenceError(
      key: key,
      reason: """
        a saved value that this version cannot read is there, and stays (\(reason)); add a migration, use another key, or \
        declare `onUnreadable: .replace`
        """)
  }
}
