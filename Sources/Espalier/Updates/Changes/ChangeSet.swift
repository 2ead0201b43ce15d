/// The operations that turn one version of a tree into the next. Each applies to the result of the one before.
package struct ChangeSet: Sendable, Hashable {
  /// The operations in order.
  package var operations: [Operation] = []
  /// The effects that run in every viewer's window after the operations.
  package var effects: [Effect] = []
  /// The new title of the page; nil if it stays.
  package var title: String?
  /// The new language of the page; nil if it stays.
  package var language: Language?
  /// Containers with so many changes that a patch may be shorter if it replaces them.
  var shortcuts: [Shortcut] = []

  /// A set without changes.
  package init() {}

  /// Whether nothing changes.
  package var isEmpty: Bool { operations.isEmpty && effects.isEmpty && title == nil && language == nil }

  /// A place among a container's nodes (header, rows, footer) at the moment when the operation is applied.
  package struct Place: Sendable, Hashable {
    /// The container's address.
    package var container: String
    /// The container's path of indices from the root.
    package var path: [Int]
    /// The position among the container's nodes.
    package var index: Int
    /// The key of the row that is there now and will follow the new one; nil at the end of the rows.
    package var before: String?
    /// The slot of the place: header, row or footer.
    package var slot = Slot.row
  }

  /// One step, with its transition.
  package enum Operation: Sendable, Hashable {
    /// Inserts a node and all nodes below it.
    case insert(NodeSnapshot, at: Place, by: Animations.Transition)
    /// Removes the node with this key.
    case remove(key: String, from: Place, by: Animations.Transition)
    /// Moves a row within its container. The index of the new place counts without the row.
    case move(key: String, from: Int, to: Place, NodeSnapshot, by: Animations.Transition)
    /// Moves a row to another container, where its key is `newKey`. The index of the new place counts without the row.
    case relocate(key: String, from: Place, newKey: String, to: Place, NodeSnapshot, by: Animations.Transition)
    /// Replaces the content of a cell.
    case update(key: String, at: Place, from: CellSnapshot, to: CellSnapshot, by: Animations.Transition)
    /// Changes the layout of a container. The snapshot is the container's; the place is that of its first node. A
    /// container whose content is replaced next has an `empty` snapshot.
    case relayout(NodeSnapshot, at: Place)
    /// Replaces all nodes inside a container by those of the snapshot. The place is that of its first node.
    case replace(NodeSnapshot, at: Place, by: Exchange = .init())
  }

  /// The transitions of the rows when a container's whole content is replaced.
  package struct Exchange: Sendable, Hashable {
    /// The transition of the new rows.
    package var insert: Animations.Transition
    /// The transition of the old rows.
    package var delete: Animations.Transition

    /// Transitions that are automatic unless given.
    package init(insert: Animations.Transition = .init(), delete: Animations.Transition = .init()) {
      self.insert = insert
      self.delete = delete
    }
  }

  /// A container as it is after the operations in `range`. It can replace those of them that are inside the container.
  struct Shortcut: Sendable, Hashable {
    var range: Range<Int>
    let container: NodeSnapshot
    let place: Place
    let exchange: Exchange
  }

  /// Returns the change set with more effects.
  package func adding(_ effects: [Effect]) -> ChangeSet {
    var all = self
    all.effects += effects
    return all
  }

  /// Appends a later change set.
  mutating func append(_ next: consuming ChangeSet) {
    guard !isEmpty else { return self = next }
    let offset = operations.count
    operations += next.operations
    effects += next.effects
    title = next.title ?? title
    language = next.language ?? language
    for var shortcut in next.shortcuts {
      shortcut.range = (shortcut.range.lowerBound + offset)..<(shortcut.range.upperBound + offset)
      shortcuts.append(shortcut)
    }
  }
}

extension ChangeSet.Place {
  /// Returns the address of the node with this key in the same container.
  package func address(of key: String) -> String { Address.join(container, key) }
}

extension NodeSnapshot {
  /// The node's own element, without its content.
  var empty: NodeSnapshot {
    var node = self
    (node.children, node.table) = ([], nil)
    return node
  }
}
