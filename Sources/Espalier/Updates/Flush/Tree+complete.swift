/// What is to be done when certain changes are out.
struct Completion {
  /// The containers that still have such changes.
  var awaited: Set<ObjectIdentifier>
  let run: () -> Void
}

extension TreeNode where Self: Node {
  /// Calls back once, in the page's lane, when all that has changed so far in the page has been sent to its viewers.
  ///
  /// ```swift
  /// list.set(rows: results)
  /// list.afterUpdate { list in list.searchesDone += 1 }
  /// ```
  ///
  /// Where nothing has changed, that is soon. What the handler changes is a change of its own, with a version of its own.
  /// A node that has left the page by then is not called.
  public func afterUpdate(_ handler: @escaping (Self) -> Void) {
    guard let tree else { return }
    tree.flushing.completions.append(
      Completion(awaited: tree.dirty) { [weak self, weak tree] in
        if let self, self.tree === tree { handler(self) }
      })
  }
}

extension Tree {
  /// Whether somebody waits for changes that are out now: `complete()` is to be called when they have been sent.
  package var hasCompletions: Bool { flushing.completions.contains(where: \.awaited.isEmpty) }

  /// Calls those who waited for changes that are out now, in the order in which they asked.
  package func complete() {
    let due = flushing.completions.filter(\.awaited.isEmpty)
    flushing.completions.removeAll(where: \.awaited.isEmpty)
    for completion in due { completion.run() }
  }

  /// The containers with changes that viewers do not see yet.
  fileprivate var dirty: Set<ObjectIdentifier> {
    Set((dirtyContainers + dirtyCells.compactMap(\.parent)).map(ObjectIdentifier.init))
  }

  /// Notes what is out: all that does not wait now.
  func noteFlushed() {
    if flushing.completions.isEmpty { return }
    let dirty = dirty
    for index in flushing.completions.indices { flushing.completions[index].awaited.formIntersection(dirty) }
  }
}
