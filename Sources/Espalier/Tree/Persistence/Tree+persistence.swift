/// One difference between the persisted state of a page and what was saved last.
package struct PersistedChange: Sendable, Hashable {
  /// The node's address and the property's name.
  package let key: String
  /// The value as JSON; nil if the key has no value any more.
  package let value: JSON?

  /// A difference at a key.
  package init(key: String, value: JSON?) {
    self.key = key
    self.value = value
  }
}

/// The persisted values of a tree that a store may not have yet.
package struct UnsavedValues {
  private let tree: Tree

  init(of tree: Tree) { self.tree = tree }

  /// The differences from what was saved last. They are returned again until `markSaved` is called. Throws for a value
  /// that could not be read back.
  package func changes() throws(PersistenceError) -> [PersistedChange] { try tree.persistedChanges() }

  /// What the last `changes` left out, because it would overwrite something that cannot be read. Each refusal is returned
  /// once.
  package func takeRefusal() -> PersistenceError? {
    defer { tree.persistence.refusal = nil }
    return tree.persistence.refusal
  }

  /// Notes that the changes which `changes` returned last are saved.
  package func markSaved() { tree.markSaved() }
}

extension Tree {
  /// Whether the tree has persisted properties, or saved keys to delete.
  var persistsAnything: Bool { !persistence.properties.isEmpty || !persistence.goneKeys.isEmpty }

  /// The differences from what was saved last. They are returned again until `markSaved` is called. Throws for a value
  /// that could not be read back.
  func persistedChanges() throws(PersistenceError) -> [PersistedChange] {
    takeRows()
    var changes = persistence.goneKeys.sorted().map { PersistedChange(key: $0, value: nil) }
    persistence.pending = []
    // Whether addresses of nodes may have changed since the last save.
    let hasMoved = structureCount != persistence.savedStructure
    for property in persistence.properties.inOrder() {
      // A key can only have changed if the structure has changed.
      let hasOtherPlace = hasMoved && property.savedKey.map { SavedKey($0, of: property.place) == nil } == true
      if hasOtherPlace {
        changes += property.olderKeys.map { PersistedChange(key: $0, value: nil) }
        // Nothing stands in the way at the new place.
        (property.olderKeys, property.mustSave, property.blocked) = ([], true, nil)
      }
      guard property.needsSaving else { continue }
      let key = property.key
      if let reason = property.blocked {
        persistence.refusal = .overwriting(key, reason)
        try? property.markRefused()
        continue
      }
      if let old = property.savedKey, old != key, !property.olderKeys.contains(old) {
        changes.append(PersistedChange(key: old, value: nil))
      }
      do { changes.append(PersistedChange(key: key, value: try property.value())) } catch {
        persistence.pending = []
        throw PersistenceError(key: key, reason: "\(error)")
      }
      persistence.pending.append((property, key))
    }
    // A key that one node has given up may belong to another node now.
    let taken = Set(changes.filter { $0.value != nil }.map(\.key))
    return changes.filter { $0.value != nil || !taken.contains($0.key) }
  }

  /// Notes that the changes which `persistedChanges` returned last are saved.
  func markSaved() {
    for (property, key) in persistence.pending { property.markSaved(as: key) }
    persistence.pending = []
    persistence.goneKeys = []
    persistence.savedStructure = structureCount
  }

  /// Registers a property and restores its saved value, once.
  func take(_ property: PersistedProperty) {
    persistence.properties.insert(property)
    property.blocked = nil
    let forms = persistence.restored.take(property.place)
    property.olderKeys = forms.filter { $0.version < property.version }.map(\.key)
    for found in forms {
      do {
        guard let json = found.json else { throw PersistenceError(key: found.key, reason: found.damage) }
        try property.restore(json, of: found.version, from: found.key)
        return
      } catch {
        let reason = (error as? PersistenceError)?.reason ?? "\(error)"
        report(.unreadable(found.key, reason: reason))
        let isNewer = found.version > property.version
        if isNewer || property.rule != .replace { property.blocked = reason }
        // A program that is rolled back shows what it can read.
        if !isNewer, property.rule == .stop { persistence.stopReason = "\(found.key): \(reason)" }
      }
    }
  }
}

extension Persistence {
  /// Releases the property of a node that has left. Its saved value is deleted, unless the node comes back before the
  /// next save.
  func release(_ property: PersistedProperty) {
    properties.remove(property)
    guard let key = property.savedKey else { return }
    goneKeys.formUnion([key] + property.olderKeys)
    property.olderKeys = []
    property.savedKey = nil
    property.mustSave = true
  }
}
