/// A property of a node whose value survives a restart of the server.
final class PersistedProperty {
  let name: String
  /// The key under which it was saved last; nil if it was not saved.
  var savedKey: String?
  /// Whether it must be saved although it has not changed, because it was saved under an old key.
  var mustSave = false
  private(set) weak var node: Node?
  private let isChanged: () -> Bool
  private let read: () throws -> JSON
  private let write: (JSON) throws -> Void
  private let noteSaved: () -> Void

  init<N: Node, Value: Codable & Equatable>(_ node: N, _ path: ReferenceWritableKeyPath<N, Value>, name: String) {
    self.name = name
    self.node = node
    // The initial value need not be saved, because a new node starts with it again.
    var saved = node[keyPath: path]
    var pending = saved
    isChanged = { [weak node] in node.map { $0[keyPath: path] != saved } ?? false }
    read = { [weak node] in
      if let node { pending = node[keyPath: path] }
      return try JSON(storing: pending)
    }
    noteSaved = { saved = pending }
    write = { [weak node] json in
      let value = try json.decode(Value.self, trustsMarkup: true)
      node?[keyPath: path] = value
      (saved, pending) = (value, value)
    }
  }

  /// The key in a page's saved state: the node's address and the name.
  var key: String { "\(node?.address ?? "")#\(name)" }

  /// Whether the value differs from the saved one, or must be saved anyway.
  var needsSaving: Bool { mustSave || isChanged() }

  /// The value as JSON. Throws if its text could not be read back as the same value.
  func value() throws -> JSON { try read() }

  /// Notes that the last result of `value()` was saved under a key.
  func markSaved(as key: String) {
    savedKey = key
    mustSave = false
    noteSaved()
  }

  /// Restores a saved value.
  func restore(_ json: JSON, from key: String) throws {
    try write(json)
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
  /// address and the name, which must be unique in the node. A saved value that cannot be read any more is reported and
  /// ignored. A value that could not be read back is never saved, and its event is answered with an error: a whole
  /// number above `Int64.max`, a `Double` that is not finite, more than 512 nested arrays and objects. When a node is
  /// removed, its saved values are deleted. Cost: one comparison for each event.
  public func persist<Value: Codable & Equatable>(_ property: ReferenceWritableKeyPath<Self, Value>, as name: String) {
    let kept = feature(PersistedProperties.self)
    kept.all.removeAll { $0.name == name }
    let property = PersistedProperty(self, property, name: name)
    kept.all.append(property)
    tree?.take(property)
  }
}
