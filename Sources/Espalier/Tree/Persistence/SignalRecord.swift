import EspalierLocks

/// What a store has of one signal's value. Thread-safe.
package final class SignalRecord: Sendable {
  /// The keys of the saved state begin with this name.
  package let name: String
  private let restoring: @Sendable ([String: JSON], [String: String]) -> Unreadable
  private let isNew: @Sendable () -> Bool
  private let announcing: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let ignoringStart: @Sendable () -> Void
  private let startingAgain: @Sendable () -> Void
  private let whole: @Sendable () throws(PersistenceError) -> [PersistedChange]
  private let differing: @Sendable () throws(PersistenceError) -> Differences?
  private let taking: @Sendable () -> StoredChange?
  private let following: @Sendable ([String: JSON]) -> (Unreadable, (@Sendable () -> Void)?)
  private let isPending: @Sendable () -> Bool

  /// Changes what a store has. Throws if it would overwrite something that cannot be read.
  package typealias StoredChange = @Sendable (inout [String: JSON]) throws(PersistenceError) -> Void

  /// The differences between a signal's value and what was saved of it.
  package struct Differences {
    package let changes: [PersistedChange]
    /// What is not among the changes, because it would overwrite something that cannot be read. It is told once.
    package let refusal: PersistenceError?
    /// Call it when they are saved.
    package let markSaved: () -> Void
  }

  /// What of the saved state cannot be read.
  package struct Unreadable {
    /// The reasons by key.
    package var reasons: [String: String] = [:]
    /// The first key because of which the service must not be used, with the reason.
    package var stop: String?
  }

  /// `pending` has the changes of the value that are not saved yet, if they can be made again.
  init<Value: Codable & Equatable & Sendable>(
    _ name: String, _ signal: Signal<Value>, _ form: SavedForm<Value>, pending: PendingChanges<Value> = PendingChanges()
  ) {
    self.name = name
    let saved = Lock(SavedSignal<Value>())
    let first = signal.current?.value
    startingAgain = {
      saved.withLock { $0 = SavedSignal() }
      if let first { signal.send(first) }
    }
    restoring = { states, damaged in
      var (found, unreadable) = (SavedSignal<Value>(), Unreadable(reasons: damaged))
      let value = found.take(states, &unreadable, name, form)
      if let value { signal.send(value) }
      found.version = value == nil ? -1 : signal.current?.version ?? -1
      signal.note(unreadable: found.blocked.keys.sorted())
      saved.withLock { [found] in $0 = found }
      return unreadable
    }
    taking = {
      let taken = signal.inspect { current in
        pending.settle(current.value, version: current.version)
        return pending.take()
      }
      guard let taken, !taken.isEmpty else { return nil }
      return { states throws(PersistenceError) in
        var (found, unreadable) = (SavedSignal<Value>(), Unreadable())
        guard var value = found.take(states, &unreadable, name, form) ?? first else { return }
        for change in taken { change(&value) }
        let (changes, _, refusal) = try found.changes(to: value, name, form)
        if let refusal { throw refusal }
        for change in changes { states[change.key] = change.value }
      }
    }
    following = { states in
      var (found, unreadable) = (SavedSignal<Value>(), Unreadable())
      let read = found.take(states, &unreadable, name, form)
      signal.note(unreadable: found.blocked.keys.sorted())
      guard let value = read ?? first else { return (unreadable, nil) }
      let delivery = signal.replace { current in
        pending.settle(current.value, version: current.version)
        let next = pending.applied(to: value)
        pending.move(to: next == current.value ? current.version : current.version + 1)
        return next
      }
      return (unreadable, delivery)
    }
    isNew = { signal.current?.version != saved.withLock { $0.version } }
    isPending = { signal.inspect { !pending.isEmpty(at: $0.version) } ?? false }
    announcing = { signal.beforeChanges($0) }
    ignoringStart = { saved.withLock { ($0.version, $0.value) = (signal.current?.version ?? -1, nil) } }
    whole = { () throws(PersistenceError) in
      guard let current = signal.current else { return [] }
      return try SavedSignal().changes(to: current.value, name, form).changes
    }
    differing = { () throws(PersistenceError) in
      guard let current = signal.current else { return nil }
      let old = saved.withLock { $0 }
      guard current.version != old.version else { return nil }
      var (changes, next, refusal) = try old.changes(to: current.value, name, form)
      (next.version, next.value) = (current.version, current.value)
      return Differences(changes: changes, refusal: refusal) { [next] in saved.withLock { $0 = next } }
    }
  }

  /// Sets the signal's value to the saved one, as far as it can be read. `states` are the saved values whose keys belong
  /// to this record, and `damaged` the keys whose texts are damaged. If nothing can be read, the signal keeps its value.
  package func restore(_ states: [String: JSON], damaged: [String: String] = [:]) -> Unreadable {
    states.isEmpty && damaged.isEmpty ? Unreadable() : restoring(states, damaged)
  }

  /// Sets a closure that each change of the value calls first, on the thread that changes it.
  package func beforeChanges(_ closure: @escaping @Sendable () -> Void) { announcing(closure) }

  /// Does not save the value with which the service begins: only a change is saved, with the whole value.
  package func ignoreStart() { ignoringStart() }

  /// Gives the signal the value with which the service began, as if nothing was saved.
  package func startAgain() { startingAgain() }

  /// What saves the whole value, whatever was saved before.
  package func everything() throws(PersistenceError) -> [PersistedChange] { try whole() }

  /// Whether the value may differ from what was saved. Costs a comparison of two numbers.
  package var mayHaveChanged: Bool { isNew() }

  /// The differences from what was saved last; nil if there are none. Throws for a value that could not be read back.
  package func differences() throws(PersistenceError) -> Differences? { try differing() }

  /// Whether `take` has something.
  package var hasPendingChanges: Bool { isPending() }

  /// Takes the changes since the last call, as one that can be made to whatever the store has by then; nil for none.
  package func take() -> StoredChange? { taking() }

  /// Gives the signal the value that the store has now, with the changes that `take` has not returned yet. If the store has
  /// none, it is the value with which the service began. Returns what cannot be read, and what tells the listeners.
  package func follow(_ states: [String: JSON]) -> (unreadable: Unreadable, delivery: (@Sendable () -> Void)?) {
    following(states.filter { owns($0.key) })
  }

  /// Whether a key belongs to this record.
  package func owns(_ key: String) -> Bool { SavedKey(key, of: name) != nil }
}

/// What a store has of a signal's value.
private struct SavedSignal<Value: Codable & Equatable & Sendable>: Sendable {
  /// The signal's version that is saved.
  var version = -1
  var value: Value?
  /// The keys under which other versions have saved each entry. The whole value is the entry "".
  var places: [String: [String]] = [:]
  /// The entries under whose keys there is something that cannot be read, with the reasons.
  var blocked: [String: String] = [:]

  /// Takes what can be read, the newest form of each entry, and adds what cannot to `unreadable`. Returns the value; nil if
  /// there is none.
  mutating func take(
    _ states: [String: JSON], _ unreadable: inout SignalRecord.Unreadable, _ name: String, _ form: SavedForm<Value>
  ) -> Value? {
    defer { block(&unreadable, name, form) }
    var forms: [String: [(key: String, version: Int, json: JSON)]] = [:]
    for (key, json) in states {
      guard let place = SavedKey(key, of: name), !form.isMarker(place) else { continue }
      let entry = place.entry ?? ""
      if place.version != form.version { places[entry, default: []].append(key) }
      forms[entry, default: []].append((key, place.version, json))
    }
    for entry in forms.keys { forms[entry]?.sort { $0.version < $1.version } }
    var result = form.read(forms.compactMapValues { $0.last.map { ($0.json, $0.version) } })
    while !result.unreadable.isEmpty {
      for (entry, reason) in result.unreadable {
        if let key = forms[entry]?.popLast()?.key { unreadable.reasons[key] = reason }
      }
      result = form.read(forms.compactMapValues { $0.last.map { ($0.json, $0.version) } })
    }
    let hasMarker = states.contains { SavedKey($0.key, of: name).map(form.isMarker) == true }
    value = result.value ?? (hasMarker ? form.empty : nil)
    return value
  }

  /// Keeps what cannot be read from being overwritten, as the rule says.
  private mutating func block(
    _ unreadable: inout SignalRecord.Unreadable, _ name: String, _ form: SavedForm<Value>
  ) {
    for (key, reason) in unreadable.reasons.sorted(by: { $0.key < $1.key }) {
      guard let place = SavedKey(key, of: name) else { continue }
      let isNewer = place.version > form.version
      if isNewer || form.rule != .replace { blocked[place.entry ?? ""] = reason }
      // A program that is rolled back starts with what it can read.
      if !isNewer, form.rule == .stop { unreadable.stop = unreadable.stop ?? "\(key): \(reason)" }
    }
  }

  /// What saves a new value, and what the store has then. What an older version has saved stays, so that it is there if
  /// the program is rolled back.
  func changes(
    to new: Value, _ name: String, _ form: SavedForm<Value>
  ) throws(PersistenceError) -> (changes: [PersistedChange], next: SavedSignal, refusal: PersistenceError?) {
    var (changes, next, refusal) = ([PersistedChange](), self, PersistenceError?.none)
    // An empty dictionary differs from none, so that it replaces the value with which the service begins.
    if value == nil, form.empty != nil { changes.append(PersistedChange(key: name, value: true)) }
    for (entry, json) in try form.changes(value, new, name) {
      let key = SavedKey.text(name, form.version, form.empty == nil ? nil : entry)
      if let reason = blocked[entry] {
        refusal = refusal ?? .overwriting(key, reason)
        continue
      }
      let gone = (places[entry] ?? []).filter { json == nil || (SavedKey($0, of: name)?.version ?? 0) > form.version }
      changes += gone.map { PersistedChange(key: $0, value: nil) }
      changes.append(PersistedChange(key: key, value: json))
      next.places[entry]?.removeAll(where: gone.contains)
    }
    return (changes.sorted { $0.key < $1.key }, next, refusal)
  }
}

/// How a value is written into a store, and read from it. A dictionary is saved entry by entry; any other value is one
/// entry with the key "".
struct SavedForm<Value: Sendable>: Sendable {
  let version: Int
  let rule: UnreadableRule
  /// The empty dictionary; nil for a value that is saved whole.
  let empty: Value?
  /// The value of what is saved by entry, with its version; nil if nothing can be read. And the entries that cannot.
  let read: @Sendable (_ entries: [String: (JSON, Int)]) -> (value: Value?, unreadable: [String: String])
  /// The changes from an old value, nil if nothing was saved, to a new one.
  let changes:
    @Sendable (_ old: Value?, _ new: Value, _ name: String) throws(PersistenceError) -> [(entry: String, json: JSON?)]

  /// Whether a key only says that the dictionary is saved.
  func isMarker(_ key: SavedKey) -> Bool { empty != nil && key.entry == nil }
}

extension SavedForm where Value: Codable & Equatable {
  /// One state with the whole value.
  static func whole(_ versions: SavedVersions<Value>) -> SavedForm {
    SavedForm(version: versions.current, rule: versions.rule, empty: nil) { entries in
      guard let (json, version) = entries[""] else { return (nil, [:]) }
      do { return (try versions.value(json, of: version), [:]) } catch { return (nil, ["": "\(error)"]) }
    } changes: { old, new, name throws(PersistenceError) in
      old == new ? [] : [("", try encoded(new, name))]
    }
  }
}

extension SavedForm {
  /// One state for each entry of a dictionary.
  static func entries<Key: Codable & Hashable & Sendable, Entry: Codable & Equatable & Sendable>(
    _ versions: SavedVersions<Entry>
  ) -> SavedForm where Value == [Key: Entry] {
    SavedForm(version: versions.current, rule: versions.rule, empty: [:]) { entries in
      var (all, unreadable) = ([Key: Entry](), [String: String]())
      for (entry, (json, version)) in entries {
        do {
          let key = try JSON.string(entry).decode(Key.self, fromForm: true, trustsMarkup: true)
          all[key] = try versions.value(json, of: version)
        } catch {
          unreadable[entry] = "\(error)"
        }
      }
      return (entries.isEmpty ? nil : all, unreadable)
    } changes: { old, new, name throws(PersistenceError) in
      var changes: [(entry: String, json: JSON?)] = []
      for key in (old ?? [:]).keys where new[key] == nil { changes.append((try text(of: key, name), nil)) }
      for (key, entry) in new where old?[key] != entry {
        let text = try text(of: key, name)
        changes.append((text, try encoded(entry, "\(name)/\(text)")))
      }
      return changes
    }
  }

  private static func text(of key: some Codable, _ name: String) throws(PersistenceError) -> String {
    let json = try encoded(key, name)
    if case .string(let text) = json { return text }
    return json.description
  }
}

private func encoded(_ value: some Encodable, _ key: String) throws(PersistenceError) -> JSON {
  do { return try JSON(storing: value) } catch { throw PersistenceError(key: key, reason: "\(error)") }
}
