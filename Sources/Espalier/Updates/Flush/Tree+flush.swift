extension Tree {
  /// Brings what viewers see up to date with the tree, and returns the changes; nil if there are none.
  ///
  /// The cost follows the change: a changed cell costs its rendering, a changed container visits each of its children.
  /// Changes that hooks make during the rendering wait for the next flush.
  package func flush() -> ChangeSet? { flush { _ in true } }

  /// Flushes only the changes of some containers. The other changes wait.
  func flush(_ isDue: (ContainerModel) -> Bool) -> ChangeSet? {
    flushing.flushCount += 1
    prepare(isDue)
    // What the rendering announces waits for the next flush.
    delaysRows = true
    let containers = takeContainers(isDue)
    let cells = takeCells(isDue)
    for container in containers { container.marks.remove(.shownWhole) }

    var changes = ChangeSet()
    takeNewInfo(into: &changes)
    relocate(containers, into: &changes)
    // A container that this flush has shown is up to date.
    for container in containers where container.isShown && !container.marks.contains(.shownWhole) {
      updateChildren(of: container, &changes)
    }
    update(cells + flushing.heirs, &changes)
    flushing.heirs = []
    summarize(&changes)
    follow(&changes)
    forgetAnimations(isDue)
    checkInvariants()
    noteFlushed()
    tellPlaces()
    delaysRows = false
    let rendered = flushing.rendered
    flushing.rendered = []
    for node in rendered { node.didRender() }
    tellVisibilityChanges()
    return changes.isEmpty ? nil : changes
  }

  /// Flushes until no changes are left, and returns them as one change set; nil if nothing changed. If hooks keep
  /// making changes, it stops after `mostFlushes` and reports that.
  func flushAll() -> ChangeSet? {
    var all = ChangeSet()
    for _ in 0..<Tree.mostFlushes {
      guard hasChanges else { break }
      hear()
      if let changes = flush() { all.append(changes) }
    }
    if hasChanges { report(.endlessFlush) }
    flushing.pushes.settle()
    forgetAnimations()
    cancelAbandoned()
    return all.isEmpty ? nil : all
  }

  /// Flushes until no changes are left, before anybody sees the tree. Inserted nodes make no changes.
  func flushUnseen() {
    flushing.isUnseen = true
    _ = flushAll()
    flushing.isUnseen = false
  }

  /// Whether the tree has changes that viewers do not see yet.
  package var hasChanges: Bool {
    awaitsRows || !dirtyCells.isEmpty || !dirtyContainers.isEmpty || !arrivals.isEmpty || !listeners.inbox.isEmpty
      || hasNewInfo
  }

  /// Loads nodes that will be listed for the first time, and calls `willRender` of containers that will be listed
  /// again. These calls may add further containers.
  private func prepare(_ isDue: (ContainerModel) -> Bool) {
    takeRows()
    loadArrivals()
    var next = 0
    while next < dirtyContainers.count {
      let container = dirtyContainers[next]
      next += 1
      guard isDue(container), container.tree === self, container.life.contains(.loaded), isAboutToList(container) else {
        continue
      }
      tellAboutToShow(container)
      container.observing { container.willRender() }
      container.keepHead()
      for node in container.nodes { load(node) }
      loadArrivals()
      for plugin in container.plugins { plugin.rowsChanged(in: container) }
      takeRows()
      loadArrivals()
    }
  }

  private func takeContainers(_ isDue: (ContainerModel) -> Bool) -> [ContainerModel] {
    let due = dirtyContainers.filter(isDue)
    dirtyContainers.removeAll(where: isDue)
    return outerFirst(due)
  }

  /// Takes the cells to render. A cell that is moving to another container is rendered after it has arrived.
  private func takeCells(_ isDue: (ContainerModel) -> Bool) -> [any RenderedNode] {
    let here = dirtyCells.filter { $0.tree === self }
    dirtyCells = []
    return here.filter { cell in
      cell.isDirty = !(cell.parent.map(isDue) ?? true) || !(dirtyContainers.isEmpty || cell.isShown)
      if cell.isDirty { dirtyCells.append(cell) }
      return !cell.isDirty
    }
  }

  /// The containers that are still in the tree, each once, outer ones first. The places in the operations rely on this
  /// order.
  private func outerFirst(_ containers: [ContainerModel]) -> [ContainerModel] {
    // A container that left and came back is in the array twice.
    let here = containers.filter { container in
      defer { if container.tree === self { container.isDirty = false } }
      return container.tree === self && container.isDirty
    }
    let depths = here.map(\.path.count)
    guard let least = depths.min(), let most = depths.max(), least < most else { return here }
    return (least...most).flatMap { depth in zip(here, depths).lazy.filter { $1 == depth }.map(\.0) }
  }

  private func update(_ cells: [any RenderedNode], _ changes: inout ChangeSet) {
    let flushing = flushing
    var last: (container: ContainerModel, place: ChangeSet.Place)?
    var resized: [ContainerModel] = []
    for cell in cells {
      guard let container = cell.shownIn, container === cell.parent else { continue }
      // Most cells are in the same container as the one before.
      guard container === last?.container || container.isShown else { continue }
      let reason = cell.needsRender ? Trace.RenderReason.askedFor : .contentChanged
      guard let change = cell.render(in: self) else { continue }
      note(rendered: cell, because: change.old == nil ? .isNew : reason, in: flushing)
      // A cell that was asked to render may look the same as before.
      guard let old = change.replaced else { continue }
      if old.classes != change.new.classes {
        resized.append(container)
        checkLimits(of: cell)
      }
      if last?.container !== container { last = (container, container.place(at: 0)) }
      guard var place = last?.place else { continue }
      (place.index, place.slot) = (cell.shownIndex, cell.slot)
      let transition = cell.animations.reload(of: cell)
      changes.operations.append(.update(key: cell.key, at: place, from: old, to: change.new, by: transition))
    }
    for container in resized { followRows(of: container, &changes) }
  }

  func note(rendered cell: any RenderedNode, because reason: Trace.RenderReason, in flushing: Flushing) {
    flushing.rendered.append(cell)
    flushing.renderCount += 1
    note(.rendered(cell.address, because: reason))
  }
}
