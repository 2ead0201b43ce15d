/// A property of a node whose value survives a restart of the server.
final class KeptProperty {
  let name: String
  /// The key under which it was saved last; nil where it was not.
  var savedKey: String?
  /// Whether it must be saved though it has not changed: what was saved of it is under a key that it had before.
  var mustSave = false
  private(set) weak var node: Node?
  private let isChanged: () -> Bool
  private let read: () throws -> JSON
  private let write: (JSON) throws -> Void
  private let noteSaved: () -> Void

  init<N: Node, Value: Codable & Equatable>(_ node: N, _ path: ReferenceWritableKeyPath<N, Value>, name: String) {
    self.name = name
    self.node = node
    // What a new node begins with need not be saved: it begins with that again.
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

  /// The key in a page's kept state: the node's address and the name.
  var key: String { "\(node?.address ?? "")#\(name)" }

  /// Whether the value is another than the one that was saved, or must be saved anyway.
  var needsSaving: Bool { mustSave || isChanged() }

  /// The value.
  func value() throws -> JSON { try read() }

  /// What `value` gave last is saved.
  func markSaved(as key: String) {
    savedKey = key
    mustSave = false
    noteSaved()
  }

  /// Takes up a value that was saved before.
  func restore(_ json: JSON, from key: String) throws {
    try write(json)
    savedKey = key
  }
}

extension TreeNode where Self: Node {
  /// Keeps a property over restarts of the server, in pages whose site has a store.
  ///
  /// ```swift
  /// override func didLoad() {
  ///   keep(\.tasks, as: "tasks")        // what was kept is in `tasks` from here on
  ///   show()
  /// }
  /// ```
  ///
  /// It is saved after each event that changed it, before the event is acknowledged, under the node's address and the
  /// name, which must be unique in the node. A value that cannot be read any more is reported and left out. A value that
  /// could not be read back is never saved, and its event is answered with an error: a whole number above `Int64.max`, a
  /// `Double` that is not finite, more than 512 arrays and objects inside each other. What a node kept goes with it when it is
  /// removed. Cost: one comparison for each event.
  public func keep<Value: Codable & Equatable>(_ property: ReferenceWritableKeyPath<Self, Value>, as name: String) {
    kept.removeAll { $0.name == name }
    let property = KeptProperty(self, property, name: name)
    kept.append(property)
    tree?.take(property)
  }
}
