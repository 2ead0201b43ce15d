/// The persisted properties of a tree, and what was saved of them.
final class Persistence: TreeFeature {
  /// The properties in the order of registration.
  var properties = Registrations<PersistedProperty>()
  /// The values that were saved when the server last ran, and that no property has taken yet.
  var restored = RestoredStates()
  /// Why the page must not be shown; nil if it may.
  var stopReason: String?
  /// What was not saved, because it would overwrite something that cannot be read.
  var refusal: PersistenceError?
  /// The saved keys of nodes that have left.
  var goneKeys: Set<String> = []
  /// The tree's `structureCount` at the last save.
  var savedStructure = 0
  /// The properties that are being saved, and their keys.
  var pending: [(property: PersistedProperty, key: String)] = []
}

/// The saved values of a tree that no property has taken yet.
struct RestoredStates {
  private var states: [String: JSON] = [:]
  /// The values whose texts are damaged, with the reasons.
  private var damaged: [String: String] = [:]
  /// The versions of values by their keys without the version, except 1.
  private var versions: [String: [Int]] = [:]

  init(_ states: [String: JSON] = [:], damaged: [String: String] = [:]) {
    (self.states, self.damaged) = (states, damaged)
    for key in Array(states.keys) + Array(damaged.keys) {
      guard let at = key.lastIndex(of: "@"), let version = Int(key[key.index(after: at)...]) else { continue }
      versions[String(key[..<at]), default: []].append(version)
    }
  }

  /// Takes the values of a place, the newest first. The JSON is nil if it is damaged.
  mutating func take(_ place: String) -> [(key: String, version: Int, json: JSON?, damage: String)] {
    guard !states.isEmpty || !damaged.isEmpty else { return [] }
    return ((versions[place] ?? []).sorted(by: >) + [1]).compactMap { version in
      let key = SavedKey.text(place, version)
      if let json = states.removeValue(forKey: key) { return (key, version, json, "") }
      return damaged.removeValue(forKey: key).map { (key, version, nil, $0) }
    }
  }
}

/// The persisted properties of a node.
final class PersistedProperties: NodeFeature {
  var all: [PersistedProperty] = []

  override func didMove(_ node: Node, from old: Tree?, to new: Tree?) {
    for property in all {
      old?.persistence.release(property)
      new?.take(property)
    }
  }
}

extension Tree {
  var persistence: Persistence { feature(Persistence.self) }
}
