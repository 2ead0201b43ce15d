extension Tree {
  /// Flushes the changes that are due although no request waits for them. Returns nil if nothing is due.
  ///
  /// The first change of a quiet container goes out at once. Further changes within its window wait for the window's
  /// end, which limits the patches a second that a busy container sends to its viewers. Each container has its own
  /// window. Changes of structure go out together, because a row may be moving from one container to another.
  ///
  /// `now` counts from any moment, the same at every call. Changes that wait also go out with the next `flushAll`.
  func flushPushed(at now: Duration) -> ChangeSet? {
    var due = Set(flushing.pushes.take(at: now))
    var all = ChangeSet()
    for _ in 0..<Tree.mostFlushes {
      hear()
      takeRows()
      loadArrivals()
      addDue(at: now, to: &due)
      guard hasChanges(of: due) else { break }
      if let changes = flush({ due.contains(ObjectIdentifier($0)) }) { all.append(changes) }
    }
    if hasChanges(of: due) { report(.endlessFlush) }
    if !hasChanges { forgetAnimations() }
    cancelAbandoned()
    return all.isEmpty ? nil : all
  }

  /// When to call `flushPushed` again; nil if nothing waits.
  var nextPush: Duration? { flushing.pushes.next }

  private func addDue(at now: Duration, to due: inout Set<ObjectIdentifier>) {
    func ask(_ container: ContainerModel?) {
      guard let key = container.map(ObjectIdentifier.init), !due.contains(key) else { return }
      if flushing.pushes.ask(key, at: now) { due.insert(key) }
    }
    for container in dirtyContainers { ask(container) }
    for cell in dirtyCells { ask(cell.parent) }
    guard dirtyContainers.contains(where: { due.contains(ObjectIdentifier($0)) }) else { return }
    for container in dirtyContainers where due.insert(ObjectIdentifier(container)).inserted {
      flushing.pushes.note(ObjectIdentifier(container), at: now)
    }
  }

  private func hasChanges(of due: Set<ObjectIdentifier>) -> Bool {
    func isDue(_ container: ContainerModel?) -> Bool { container.map { due.contains(ObjectIdentifier($0)) } ?? false }
    return dirtyContainers.contains(where: isDue)
      || dirtyCells.contains { isDue($0.parent) && ($0.isShown || dirtyContainers.isEmpty) }
  }
}
