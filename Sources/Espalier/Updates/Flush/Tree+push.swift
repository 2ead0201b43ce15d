extension Tree {
  /// Makes viewers see what changed without anybody waiting for an answer. Nil where nothing is due.
  ///
  /// A container's change goes out at once after a rest; what else changes in it within the window waits for the window's
  /// end, so that a busy container costs its viewers so many patches a second and no more. Each container has its own
  /// window. Changes of structure go out together, for a row may be on its way from one container to another.
  ///
  /// `now` counts from any moment, the same at every call. What waits goes with the next `flushAll` too.
  package func flushPushed(at now: Duration) -> ChangeSet? {
    var due = Set(flushing.pushes.take(at: now))
    var all = ChangeSet()
    for _ in 0..<Tree.mostFlushes {
      hear()
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

  /// When `flushPushed` is to be called again; nil where nothing waits.
  package var nextPush: Duration? { flushing.pushes.next }

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
