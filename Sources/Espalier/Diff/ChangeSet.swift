/// How one version of a tree becomes the next: operations in order, each applied to the result of the one before.
public struct ChangeSet: Sendable, Hashable {
  /// The operations in order.
  public var operations: [Operation] = []
  /// Containers of which so much changed that a patch may be shorter if it replaces them whole.
  var shortcuts: [Shortcut] = []

  /// No change.
  public init() {}

  /// Whether nothing changes.
  public var isEmpty: Bool { operations.isEmpty }

  /// A place among a container's nodes (header, rows, footer), at the moment at which the operation is applied.
  public struct Place: Sendable, Hashable {
    /// The container's address.
    public var container: String
    /// The container's path of indices from the root.
    public var path: [Int]
    /// The position among the container's nodes.
    public var index: Int
    /// The key of the row that stands there, which the new one will precede; nil at the end of the rows.
    public var before: String?
  }

  /// One step. `style` says how it is shown.
  public enum Operation: Sendable, Hashable {
    /// A node, with all below it, appears.
    case insert(NodeSnapshot, at: Place, style: Animations.Style)
    /// The node with this key disappears.
    case remove(key: String, from: Place, style: Animations.Style)
    /// The row with this key goes from an index to another place in the same container. The place counts without it.
    case move(key: String, from: Int, to: Place, style: Animations.Style)
    /// A row goes to another container; there its key is `newKey`. The place counts without it.
    case relocate(key: String, from: Place, newKey: String, to: Place, NodeSnapshot, style: Animations.Style)
    /// A cell shows something else.
    case update(key: String, at: Place, from: CellSnapshot, to: CellSnapshot, style: Animations.Style)
    /// A container lays out its rows in another way. The place is that of its first node.
    case relayout(at: Place, type: String, to: Layout)
    /// A container lists something else altogether; what is inside it becomes this. The place is that of its first node.
    case replace(NodeSnapshot, at: Place, style: Animations.Style = .automatic)
  }

  /// A container as it is after the operations in `range`, instead of those that concern it.
  struct Shortcut: Sendable, Hashable {
    let range: Range<Int>
    let container: NodeSnapshot
    let place: Place
  }

  /// Takes up a later change.
  mutating func append(_ next: ChangeSet) {
    let offset = operations.count
    operations += next.operations
    shortcuts += next.shortcuts.map {
      .init(
        range: ($0.range.lowerBound + offset)..<($0.range.upperBound + offset), container: $0.container, place: $0.place
      )
    }
  }
}

extension ChangeSet.Place {
  /// The address of a node here.
  public func address(of key: String) -> String { container.isEmpty ? key : "\(container)/\(key)" }

  /// Whether it is in this container or in one below.
  func isInside(_ container: String) -> Bool {
    container.isEmpty || self.container == container || self.container.hasPrefix("\(container)/")
  }
}
