extension Tree {
  /// Brings nodes that went from one listed container to another to their new one, before anything is removed, so
  /// that they keep their elements. They arrive at the end; the order is mended with the other moves.
  ///
  /// Outer containers come first: then every container on the way is where it finally belongs, and no node can be
  /// asked to go below itself. Where viewers still see another node under the key that the arrival will have, two
  /// elements would answer to one address; then it comes and goes as if it were two nodes.
  func relocate(_ containers: [ContainerModel], into changes: inout ChangeSet) {
    guard containers.count > 1 else { return }
    for container in containers where container.isShown {
      var keys: Set<String>?
      for node in container.children where !node.isHidden {
        guard let old = node.shownIn, old !== container, old.isListed(below: root) else { continue }
        let taken = keys ?? Set(container.shown.map(\.key))
        keys = taken
        if taken.contains(node.key) { continue }
        let from = old.place(at: node.shownIndex)
        let key = old.shown.remove(at: node.shownIndex).key
        old.renumber(from: node.shownIndex)
        let to = container.place(at: container.shown.count)
        container.list(node, at: container.shown.count)
        let snapshot = snapshot(node, key: node.key)
        changes.operations.append(.relocate(key: key, from: from, newKey: node.key, to: to, snapshot))
      }
    }
  }

  /// Removes, moves and inserts until the list that viewers see is the container's visible children.
  func updateChildren(of container: ContainerModel, _ changes: inout ChangeSet) {
    passOn(container)
    let wanted = container.children.filter { !$0.isHidden }
    let common = zip(container.shown, wanted).prefix { container.keeps($0) && $0.node === $1 }.count
    if common == container.shown.count && common == wanted.count { return }
    removeUnwanted(from: container, from: common, &changes)
    moveAndInsert(wanted, in: container, from: common, &changes)
    rendered.append(container)
  }

  /// Rows made anew under the keys of rows that are gone take over their elements: same id and other content is an
  /// update, whether the node is the same or not.
  private func passOn(_ container: ContainerModel) {
    for (index, entry) in container.shown.enumerated() where !container.keeps(entry) {
      guard entry.node.shownIn === container, let heir = container.childrenByKey[entry.key],
        heir.shownIn == nil, !heir.isHidden, heir.inherit(from: entry.node)
      else { continue }
      entry.node.shownIn = nil
      entry.node.shownIndex = -1
      container.shown[index] = .init(node: heir, key: entry.key)
      heir.shownIn = container
      heir.shownIndex = index
      if let cell = heir as? any RenderedNode { heirs.append(cell) }
    }
  }

  private func removeUnwanted(from container: ContainerModel, from start: Int, _ changes: inout ChangeSet) {
    var place = container.place(at: start)
    var kept = Array(container.shown[..<start])
    for entry in container.shown[start...] {
      if container.keeps(entry) {
        kept.append(entry)
        continue
      }
      place.index = kept.count
      place.before = nil
      changes.operations.append(.remove(key: entry.key, from: place))
      if entry.node.shownIn === container { entry.node.hideAll() }
    }
    container.shown = kept
    container.renumber(from: start)
  }

  /// Rows on a longest increasing run stay; each other row goes, or comes, to its place, from the top down.
  private func moveAndInsert(
    _ wanted: [Node], in container: ContainerModel, from start: Int, _ changes: inout ChangeSet
  ) {
    var line = ListingLine(wanted: wanted, container: container, start: start)
    let base = container.place(at: start)
    for (index, node) in wanted.enumerated().dropFirst(start) {
      guard let step = line.bring(index) else { continue }
      var place = base
      place.index = start + step.index
      place.before = step.before
      if let from = step.from {
        changes.operations.append(.move(key: node.key, from: start + from, to: place))
      } else {
        show(node, in: container)
        changes.operations.append(.insert(snapshot(node, key: node.key), at: place))
      }
    }
    container.shown[start...] = ArraySlice(wanted[start...].map { .init(node: $0, key: $0.key) })
    container.renumber(from: start)
  }
}

/// A container's list while it is being put into order: where each row is at this moment.
///
/// Rows old and new stand on one line of slots, between two staying rows first those that come, then those that go.
private struct ListingLine {
  private var occupied: OccupiedSlots
  private var keys: [String]
  /// By index in the wanted list, less `start`: the slot where the row belongs, and the one it moves away from.
  private var target: [Int]
  private var source: [Int?]
  private var stays: [Bool]
  private let start: Int

  init(wanted: [Node], container: ContainerModel, start: Int) {
    self.start = start
    let rows = wanted[start...]
    let old = rows.map { $0.shownIn === container ? $0.shownIndex - start : -1 }
    let existing = old.filter { $0 >= 0 }
    stays = [Bool](repeating: false, count: rows.count)
    var staying = [Bool](repeating: false, count: existing.count)
    for position in longestIncreasingSubsequence(of: existing) { staying[existing[position]] = true }

    var slots: [(key: String, isOccupied: Bool)] = []
    /// The slots of the rows that will move away, by their old index.
    var leaving: [Int: Int] = [:]
    var nextOld = 0
    func passMovers(until end: Int) {
      while nextOld < end {
        if !staying[nextOld] {
          leaving[nextOld] = slots.count
          slots.append((container.shown[start + nextOld].key, true))
        }
        nextOld += 1
      }
    }
    target = []
    for (position, row) in rows.enumerated() {
      stays[position] = old[position] >= 0 && staying[old[position]]
      if stays[position] {
        passMovers(until: old[position])
        nextOld += 1
      }
      target.append(slots.count)
      slots.append((row.key, stays[position]))
    }
    passMovers(until: existing.count)
    source = zip(old, stays).map { $0 >= 0 && !$1 ? leaving[$0] : nil }
    keys = slots.map(\.key)
    occupied = OccupiedSlots(slots.map(\.isOccupied))
  }

  /// Brings the row with this index in the wanted list to its place. Nil if it is there.
  mutating func bring(_ index: Int) -> (from: Int?, index: Int, before: String?)? {
    let position = index - start
    if stays[position] { return nil }
    var from: Int?
    if let slot = source[position] {
      from = occupied.count(before: slot)
      occupied[slot] = false
    }
    let index = occupied.count(before: target[position])
    let before = occupied.slot(number: index).map { keys[$0] }
    occupied[target[position]] = true
    // The moves of others may have brought it there already.
    return from == index ? nil : (from, index, before)
  }
}
