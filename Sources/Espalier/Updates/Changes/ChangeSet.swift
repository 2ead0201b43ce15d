/// How one version of a tree becomes the next: operations in order, each applied to the result of the one before.
package struct ChangeSet: Sendable, Hashable {
  /// The operations in order.
  package var operations: [Operation] = []
  /// What happens in every viewer's window when the operations are done.
  package var effects: [Effect] = []
  /// Containers of which so much changed that a patch may be shorter if it replaces them whole.
  var shortcuts: [Shortcut] = []

  /// No change.
  package init() {}

  /// Whether nothing changes.
  package var isEmpty: Bool { operations.isEmpty && effects.isEmpty }

  /// A place among a container's nodes (header, rows, footer), at the moment at which the operation is applied.
  package struct Place: Sendable, Hashable {
    /// The container's address.
    package var container: String
    /// The container's path of indices from the root.
    package var path: [Int]
    /// The position among the container's nodes.
    package var index: Int
    /// The key of the row that stands there, which the new one will precede; nil at the end of the rows.
    package var before: String?
    /// Whether it is that of the header, of the footer, or of a row.
    package var slot = Slot.row
  }

  /// One step, and by which transition it is shown.
  package enum Operation: Sendable, Hashable {
    /// A node, with all below it, appears.
    case insert(NodeSnapshot, at: Place, by: Animations.Transition)
    /// The node with this key disappears.
    case remove(key: String, from: Place, by: Animations.Transition)
    /// The row with this key goes from an index to another place in the same container. The place counts without it.
    case move(key: String, from: Int, to: Place, NodeSnapshot, by: Animations.Transition)
    /// A row goes to another container; there its key is `newKey`. The place counts without it.
    case relocate(key: String, from: Place, newKey: String, to: Place, NodeSnapshot, by: Animations.Transition)
    /// A cell shows something else.
    case update(key: String, at: Place, from: CellSnapshot, to: CellSnapshot, by: Animations.Transition)
    /// A container lays out its rows in another way; the snapshot is of the container. The place is that of its first node.
    case relayout(NodeSnapshot, at: Place)
    /// A container lists something else altogether; what is inside it becomes this. The place is that of its first node.
    case replace(NodeSnapshot, at: Place, by: Exchange = .init())
  }

  /// How it is shown that rows come and go with a container's content.
  package struct Exchange: Sendable, Hashable {
    /// What comes.
    package var insert: Animations.Transition
    /// What goes.
    package var delete: Animations.Transition

    /// Automatic, but for what is named.
    package init(insert: Animations.Transition = .init(), delete: Animations.Transition = .init()) {
      self.insert = insert
      self.delete = delete
    }
  }

  /// A container as it is after the operations in `range`, instead of those that concern it.
  struct Shortcut: Sendable, Hashable {
    var range: Range<Int>
    let container: NodeSnapshot
    let place: Place
    let exchange: Exchange
  }

  /// The same, with what happens besides.
  package func adding(_ effects: [Effect]) -> ChangeSet {
    var all = self
    all.effects += effects
    return all
  }

  /// Takes up a later change.
  mutating func append(_ next: ChangeSet) {
    let offset = operations.count
    operations += next.operations
    effects += next.effects
    for var shortcut in next.shortcuts {
      shortcut.range = (shortcut.range.lowerBound + offset)..<(shortcut.range.upperBound + offset)
      shortcuts.append(shortcut)
    }
  }
}

extension ChangeSet.Place {
  /// The address of a node here.
  package func address(of key: String) -> String { Address.join(container, key) }
}
