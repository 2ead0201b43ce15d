import EspalierLocks

/// What a store has of one signal's value. Thread-safe.
package final class SignalRecord: Sendable {
  /// The keys of the saved state begin with this name.
  package let name: String
  private let restoring: @Sendable ([String: JSON]) throws(PersistenceError) -> Void
  private let isNew: @Sendable () -> Bool
  private let announcing: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let ignoringStart: @Sendable () -> Void
  private let whole: @Sendable () throws(PersistenceError) -> [PersistedChange]
  private let differing: @Sendable () throws(PersistenceError) -> Differences?

  /// The differences between a signal's value and what was saved of it.
  package struct Differences {
    package let changes: [PersistedChange]
    /// Call it when they are saved.
    package let markSaved: () -> Void
  }

  init<Value: Codable & Equatable & Sendable>(_ name: String, _ signal: Signal<Value>, _ form: SavedForm<Value>) {
    self.name = name
    let saved = Lock<(version: Int, value: Value?)>((-1, nil))
    restoring = { states throws(PersistenceError) in
      guard !states.isEmpty else { return }
      let value = try form.read(states, name)
      signal.send(value)
      saved.withLock { $0 = (signal.current?.version ?? -1, value) }
    }
    announcing = { signal.beforeChanges($0) }
    isNew = { signal.current?.version != saved.withLock { $0.version } }
    ignoringStart = { saved.withLock { $0 = (signal.current?.version ?? -1, nil) } }
    whole = { () throws(PersistenceError) in
      guard let current = signal.current else { return [] }
      return try form.changes(nil, current.value, name)
    }
    differing = { () throws(PersistenceError) in
      guard let current = signal.current else { return nil }
      let old = saved.withLock { $0 }
      guard current.version != old.version else { return nil }
      let changes = try form.changes(old.value, current.value, name)
      return Differences(changes: changes) { saved.withLock { $0 = (current.version, current.value) } }
    }
  }

  /// Sets the signal's value to the saved one. `states` are the saved values whose keys belong to this record. Throws if
  /// they cannot be read; then the signal keeps its value.
  package func restore(_ states: [String: JSON]) throws(PersistenceError) { try restoring(states) }

  /// Sets a closure that each change of the value calls first, on the thread that changes it.
  package func beforeChanges(_ closure: @escaping @Sendable () -> Void) { announcing(closure) }

  /// Does not save the value with which the service begins: only a change is saved, with the whole value.
  package func ignoreStart() { ignoringStart() }

  /// What saves the whole value, whatever was saved before.
  package func everything() throws(PersistenceError) -> [PersistedChange] { try whole() }

  /// Whether the value may differ from what was saved. Costs a comparison of two numbers.
  package var mayHaveChanged: Bool { isNew() }

  /// The differences from what was saved last; nil if there are none. Throws for a value that could not be read back.
  package func differences() throws(PersistenceError) -> Differences? { try differing() }

  /// Whether a key belongs to this record.
  package func owns(_ key: String) -> Bool { key == name || key.utf8.starts(with: (name + "/").utf8) }
}

/// How a value is written into a store, and read from it.
struct SavedForm<Value: Sendable>: Sendable {
  let read: @Sendable (_ states: [String: JSON], _ name: String) throws(PersistenceError) -> Value
  /// The changes from an old value, nil if nothing was saved, to a new one.
  let changes: @Sendable (_ old: Value?, _ new: Value, _ name: String) throws(PersistenceError) -> [PersistedChange]
}

extension SavedForm where Value: Codable & Equatable {
  /// One state with the whole value.
  static var whole: SavedForm {
    SavedForm { states, name throws(PersistenceError) in
      guard let json = states[name] else { throw PersistenceError(key: name, reason: "nothing was saved under it") }
      return try decoded(Value.self, json, name)
    } changes: { old, new, name throws(PersistenceError) in
      old == new ? [] : [PersistedChange(key: name, value: try encoded(new, name))]
    }
  }
}

extension SavedForm {
  /// One state for each entry of a dictionary.
  static func entries<Key: Codable & Hashable & Sendable, Entry: Codable & Equatable & Sendable>() -> SavedForm
  where Value == [Key: Entry] {
    SavedForm { states, name throws(PersistenceError) in
      var all: [Key: Entry] = [:]
      for (state, json) in states where state.utf8.count > name.utf8.count {
        let text = String(state.dropFirst(name.count + 1))
        all[try decoded(Key.self, .string(text), state, isKey: true)] = try decoded(Entry.self, json, state)
      }
      return all
    } changes: { old, new, name throws(PersistenceError) in
      var changes: [PersistedChange] = []
      // An empty dictionary differs from none, so that it replaces the value with which the service begins.
      if old == nil { changes.append(PersistedChange(key: name, value: true)) }
      for key in (old ?? [:]).keys where new[key] == nil {
        changes.append(PersistedChange(key: try state(of: key, name), value: nil))
      }
      for (key, entry) in new where old?[key] != entry {
        let state = try state(of: key, name)
        changes.append(PersistedChange(key: state, value: try encoded(entry, state)))
      }
      return changes.sorted { $0.key < $1.key }
    }
  }

  private static func state(of key: some Codable, _ name: String) throws(PersistenceError) -> String {
    let json = try encoded(key, name)
    if case .string(let text) = json { return "\(name)/\(text)" }
    return "\(name)/\(json.description)"
  }
}

/// Decodes a saved value. The key of a dictionary is a text, whatever its type.
private func decoded<T: Decodable>(
  _ type: T.Type, _ json: JSON, _ key: String, isKey: Bool = false
) throws(PersistenceError) -> T {
  do {
    return try json.decode(type, fromForm: isKey, trustsMarkup: true)
  } catch {
    throw PersistenceError(key: key, reason: "\(error)")
  }
}

private func encoded(_ value: some Encodable, _ key: String) throws(PersistenceError) -> JSON {
  do { return try JSON(storing: value) } catch { throw PersistenceError(key: key, reason: "\(error)") }
}
