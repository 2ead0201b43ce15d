/// One difference between what is kept of a page and what was saved last. Nil: nothing is kept under this key any more.
public struct KeptChange: Sendable, Hashable {
  /// The node's address and the property's name.
  public let key: String
  /// The value as JSON.
  public let value: JSON?

  /// Names a difference.
  public init(key: String, value: JSON?) {
    self.key = key
    self.value = value
  }
}

extension Tree {
  /// Whether anything in the tree is kept.
  public var keepsAnything: Bool { !keeping.properties.isEmpty || !keeping.goneKeys.isEmpty }

  /// The differences from what was saved last; the same ones again until `markSaved`. Throws for a value that could not be
  /// read back.
  public func keptChanges() throws(KeptValueError) -> [KeptChange] {
    var changes = keeping.goneKeys.sorted().map { KeptChange(key: $0, value: nil) }
    keeping.pending = []
    for property in keeping.properties.inOrder() {
      // Only where the structure changed can a key have become another one.
      if keeping.hasMoved, let old = property.savedKey, old != property.key {
        changes.append(KeptChange(key: old, value: nil))
        property.mustSave = true
      }
      guard property.needsSaving else { continue }
      let key = property.key
      do { changes.append(KeptChange(key: key, value: try property.value())) } catch {
        keeping.pending = []
        throw KeptValueError(key: key, reason: "\(error)")
      }
      keeping.pending.append((property, key))
    }
    // A key that one node left may be another one's now.
    let taken = Set(changes.filter { $0.value != nil }.map(\.key))
    return changes.filter { $0.value != nil || !taken.contains($0.key) }
  }

  /// Notes that the changes which `keptChanges` returned last are saved.
  public func markSaved() {
    for (property, key) in keeping.pending { property.markSaved(as: key) }
    keeping.pending = []
    keeping.goneKeys = []
    keeping.hasMoved = false
  }

  /// Takes up what was saved before, once.
  func take(_ property: KeptProperty) {
    keeping.properties.insert(property)
    let key = property.key
    guard let json = keeping.restored.removeValue(forKey: key) else { return }
    do {
      try property.restore(json, from: key)
    } catch {
      report(.unreadable(key, reason: "\(error)"))
    }
  }

  /// A node has left: what it kept goes with it, if it does not come back before the next saving.
  func release(_ node: Node) {
    for property in node.kept {
      keeping.properties.remove(property)
      guard let key = property.savedKey else { continue }
      keeping.goneKeys.insert(key)
      property.savedKey = nil
      property.mustSave = true
    }
  }
}
