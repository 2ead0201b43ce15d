/// A property of a node whose value survives a restart of the server.
final class PersistedProperty {
  let name: String
  /// The key under which it was saved last; nil if it was not saved.
  var savedKey: String?
  /// The keys under which older versions have saved it.
  var olderKeys: [String] = []
  /// Why what is saved under its key cannot be read, and must not be overwritten.
  var blocked: String?
  let version: Int
  let rule: UnreadableRule
  /// Whether it must be saved although it has not changed, because it was saved under an old key.
  var mustSave = false
  private(set) weak var node: Node?
  private let isChanged: () -> Bool
  private let read: () throws -> JSON
  private let write: (JSON, Int) throws -> Void
  private let noteSaved: () -> Void

  init<N: Node, Value: Codable & Equatable>(
    _ node: N, _ path: ReferenceWritableKeyPath<N, Value>, name: String, _ versions: SavedVersions<Value>
  ) {
    self.name = name
    self.node = node
    (version, rule) = (versions.current, versions.rule)
    // The initial value need not be saved, because a new node starts with it again.
    var saved = node[keyPath: path]
    var pending = saved
    isChanged = { [weak node] in node.map { $0[keyPath: path] != saved } ?? false }
    read = { [weak node] in
      if let node { pending = node[keyPath: path] }
      return try JSON(storing: pending)
    }
    noteSaved = { saved = pending }
    write = { [weak node] json, version in
      let value = try versions.value(json, of: version)
      node?[keyPath: path] = value
      (saved, pending) = (value, value)
    }
  }

  /// The node's address and the name: the key in a page's saved state, without the version.
  var place: String { "\(node?.address ?? "")#\(name)" }
  /// The key in a page's saved state.
  var key: String { SavedKey.text(place, version) }

  /// Whether the value differs from the saved one, or must be saved anyway.
  var needsSaving: Bool { mustSave || isChanged() }

  /// The value as JSON. Throws if its text could not be read back as the same value.
  func value() throws -> JSON { try read() }

  /// Notes that the value is not saved. It is not saved later either, unless it changes again.
  func markRefused() throws {
    _ = try read()
    mustSave = false
    noteSaved()
  }

  /// Notes that the last result of `value()` was saved under a key.
  func markSaved(as key: String) {
    savedKey = key
    mustSave = false
    noteSaved()
  }

  /// Restores a saved value.
  func restore(_ json: JSON, of version: Int, from key: String) throws {
    try write(json, version)
    savedKey = key
  }
}

extension TreeNode where Self: Node {
  /// Persists a property across restarts of the server, in pages whose site has a store.
  ///
  /// ```swift
  /// override func didLoad() {
  ///   persist(\.tasks, as: "tasks")        // `tasks` has the saved value from here on
  ///   show()
  /// }
  /// ```
  ///
  /// The value is saved after each event that changed it, before the event is acknowledged. Its key is the node's
  /// address and the name, which must be unique in the node. A value that could not be read back is never saved, and its event is answered with an error: a whole
  /// number above `Int64.max`, a `Double` that is not finite, more than 512 nested arrays and objects. When a node is
  /// removed, its saved values are deleted. Cost: one comparison for each event.
  ///
  /// When the type of the property changes, count up `version`, and add a ``Migration`` for each older version whose values
  /// the new type cannot read. `onUnreadable` says what happens to a value that cannot be read: unless it says otherwise,
  /// the page answers 503. If the node comes to the page later, it begins without the value, as with `.keep`.
  public func persist<Value: Codable & Equatable>(
    _ property: ReferenceWritableKeyPath<Self, Value>, as name: String, version: Int = 1,
    migrations: [Migration<Value>] = [], onUnreadable rule: UnreadableRule = .stop
  ) {
    let kept = feature(PersistedProperties.self)
    kept.all.removeAll { $0.name == name }
    let versions = SavedVersions(current: version, migrations: migrations, rule: rule)
    let property = PersistedProperty(self, property, name: name, versions)
    kept.all.append(property)
    tree?.take(property)
  }
}
