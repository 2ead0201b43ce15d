extension Tree {
  /// Adds the removals, moves and insertions that make the list that viewers see equal to the container's visible
  /// nodes.
  func updateChildren(of container: ContainerModel, _ changes: inout ChangeSet) {
    container.shownElement = container.element
    relayout(container, &changes)
    passElementsOn(in: container)
    let wanted = container.wanted
    let places = wanted.map { node -> Int32 in
      guard node.shownIn === container, container.keeps(container.shown[node.shownIndex]) else { return -1 }
      return Int32(truncatingIfNeeded: node.shownIndex)
    }
    let diff = ListDiff(places: places, in: container.shown.count)
    if diff.steps.isEmpty { return followRows(of: container, &changes) }
    noteFollowed(diff, wanted, in: container)
    carryOut(diff, wanted, in: container, &changes)
    container.shown = wanted.map(ContainerModel.Shown.init)
    container.renumber(from: 0)
    flushing.rendered.append(container)
    followRows(of: container, &changes)
  }

  /// Gives the element of a removed row to a new row with the same key: the same id with other content is an update,
  /// even if the node is a new one.
  private func passElementsOn(in container: ContainerModel) {
    for (index, entry) in container.shown.enumerated() where !container.keeps(entry) {
      guard entry.node.shownIn === container, let heir = container.childrenByKey[entry.key], heir.slot == entry.slot,
        heir.shownIn == nil, !heir.isLeftOut, heir.inherit(from: entry.node)
      else { continue }
      passViewers(from: entry.node, to: heir, in: container)
      flushing.lost.append(entry.node)
      entry.node.shownIn = nil
      entry.node.shownIndex = -1
      container.shown[index] = .init(heir, insteadOf: entry)
      heir.shownIn = container
      heir.shownIndex = index
      heir.tellShown()
      if let cell = heir.asCell { flushing.heirs.append(cell) }
    }
  }

  private func carryOut(
    _ diff: ListDiff, _ wanted: [Node], in container: ContainerModel, _ changes: inout ChangeSet
  ) {
    let base = container.place(at: 0)
    let animations = container.animations
    let isUnseen = flushing.isUnseen
    func place(_ index: Int, before: Int?) -> ChangeSet.Place {
      var place = base
      place.index = index
      place.before = container.keyBefore(before)
      return place
    }
    for step in diff.steps {
      switch step {
      case .remove(let old, let index):
        let entry = container.shown[old]
        let transition = entry.node.animations(among: animations).deletion(of: entry.node)
        changes.operations.append(.remove(key: entry.key, from: place(index, before: nil), by: transition))
        if entry.node.shownIn === container { hide(entry.node, from: container) { base.address(of: entry.key) } }
      case .move(let row, let from, let to, let before):
        let (node, to) = (wanted[row], place(to, before: before))
        changes.operations.append(
          .move(
            key: node.key, from: from, to: to, snapshot(node, key: node.key),
            by: node.animations(among: animations).move))
      case .insert(let row, let index, let before):
        let node = wanted[row]
        show(node, in: container)
        if isUnseen { continue }
        let place = place(index, before: node.slot == .row ? before : nil)
        let transition = node.animations(among: animations).insertion(of: node)
        changes.operations.append(.insert(snapshot(node, key: node.key), at: place, by: transition))
      }
    }
  }
}
