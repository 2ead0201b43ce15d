/// One difference between what is kept of a page and what was saved last. Nil: nothing is kept under this key any more.
package struct PersistedChange: Sendable, Hashable {
  /// The node's address and the property's name.
  package let key: String
  /// The value as JSON.
  package let value: JSON?

  /// Names a difference.
  package init(key: String, value: JSON?) {
    self.key = key
    self.value = value
  }
}

extension Tree {
  /// Whether anything in the tree is kept.
  package var persistsAnything: Bool { !persistence.properties.isEmpty || !persistence.goneKeys.isEmpty }

  /// The differences from what was saved last; the same ones again until `markSaved`. Throws for a value that could not be
  /// read back.
  package func persistedChanges() throws(PersistenceError) -> [PersistedChange] {
    var changes = persistence.goneKeys.sorted().map { PersistedChange(key: $0, value: nil) }
    persistence.pending = []
    for property in persistence.properties.inOrder() {
      // Only where the structure changed can a key have become another one.
      if hasMoved, let old = property.savedKey, old != property.key {
        changes.append(PersistedChange(key: old, value: nil))
        property.mustSave = true
      }
      guard property.needsSaving else { continue }
      let key = property.key
      do { changes.append(PersistedChange(key: key, value: try property.value())) } catch {
        persistence.pending = []
        throw PersistenceError(key: key, reason: "\(error)")
      }
      persistence.pending.append((property, key))
    }
    // A key that one node left may be another one's now.
    let taken = Set(changes.filter { $0.value != nil }.map(\.key))
    return changes.filter { $0.value != nil || !taken.contains($0.key) }
  }

  /// Notes that the changes which `persistedChanges` returned last are saved.
  package func markSaved() {
    for (property, key) in persistence.pending { property.markSaved(as: key) }
    persistence.pending = []
    persistence.goneKeys = []
    hasMoved = false
  }

  /// Takes up what was saved before, once.
  func take(_ property: PersistedProperty) {
    persistence.properties.insert(property)
    let key = property.key
    guard let json = persistence.restored.removeValue(forKey: key) else { return }
    do {
      try property.restore(json, from: key)
    } catch {
      report(.unreadable(key, reason: "\(error)"))
    }
  }
}

extension Persistence {
  /// The property's node has left: what it kept goes with it, if it does not come back before the next saving.
  func release(_ property: PersistedProperty) {
    properties.remove(property)
    guard let key = property.savedKey else { return }
    goneKeys.insert(key)
    property.savedKey = nil
    property.mustSave = true
  }
}
