/// A handler that runs after certain changes have gone out.
struct Completion {
  /// The containers whose changes have not gone out yet.
  var awaited: Set<ObjectIdentifier>
  let run: () -> Void
}

extension TreeNode where Self: Node {
  /// Calls a handler once, in the page's lane, after all changes that the page has so far were sent to its viewers.
  ///
  /// ```swift
  /// list.set(rows: results)
  /// list.afterUpdate { list in list.searchesDone += 1 }
  /// ```
  ///
  /// If nothing has changed, the call comes soon. Changes that the handler makes go out later, with their own version.
  /// The handler is not called if the node has left the page by then.
  ///
  /// With `animationsWithin`, the call comes when the animations that run then have ended in the window of the person whose
  /// event is being handled, or in that of any viewer if none is. It comes soon if that person prefers reduced motion, and
  /// after this limit if no window reports, for example because it has no scripts.
  public func afterUpdate(animationsWithin limit: Duration? = nil, _ handler: @escaping (Self) -> Void) {
    guard let tree else { return }
    tree.takeRows()
    if let limit { return awaitAnimations(in: tree, within: limit, handler) }
    tree.flushing.completions.append(
      Completion(awaited: tree.dirty) { [weak self, weak tree] in
        if let self, self.tree === tree { handler(self) }
      })
  }
}

extension Tree {
  /// Whether a handler waits for changes that have gone out. If so, call `complete()` when they have been sent.
  var hasCompletions: Bool { flushing.completions.contains(where: \.awaited.isEmpty) }

  /// Calls the handlers whose changes have gone out, in the order in which they were added.
  func complete() {
    let due = flushing.completions.filter(\.awaited.isEmpty)
    flushing.completions.removeAll(where: \.awaited.isEmpty)
    for completion in due { completion.run() }
  }

  /// The containers with changes that viewers do not see yet.
  fileprivate var dirty: Set<ObjectIdentifier> {
    Set((dirtyContainers + dirtyCells.compactMap(\.parent)).map(ObjectIdentifier.init))
  }

  /// Notes which changes have gone out: all except those that still wait.
  func noteFlushed() {
    if flushing.completions.isEmpty { return }
    let dirty = dirty
    for index in flushing.completions.indices { flushing.completions[index].awaited.formIntersection(dirty) }
  }
}
