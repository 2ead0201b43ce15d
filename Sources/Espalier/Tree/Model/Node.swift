/// The base class of cells and containers: a key, a parent, subscriptions and lifecycle hooks.
///
/// Subclass `CellModel` or `ContainerModel`. A node belongs to one page instance and is used only in its lane. Every
/// hook is empty, so an override need not call `super`.
open class Node: TreeNode {
  // The library's own properties of nodes and trees have no run-time checks of exclusive access (SE-0176): one lane uses
  // them, and no change of one of them runs code of a page. The properties that pages can set keep their checks. A container
  // may take rows when somebody looks at its children, which runs code of the page, but before the access begins.

  @safe @exclusivity(unchecked) package internal(set) var key = ""

  /// The last component of the address; unique among siblings and fixed while the node stays in its container.
  public final var nodeKey: String { key }

  /// The container that holds the node, or nil.
  @safe @exclusivity(unchecked) public internal(set) weak var parent: ContainerModel?

  /// Whether the node is a row, the header or the footer of its container.
  @safe @exclusivity(unchecked) package internal(set) var slot = Slot.row

  /// The tree of the page instance, or nil while the node is not part of one.
  @safe @exclusivity(unchecked) weak var tree: Tree?

  /// The container in which viewers see the node, and its index there.
  @safe @exclusivity(unchecked) weak var shownIn: ContainerModel?
  @safe @exclusivity(unchecked) var shownIndex = -1

  /// Which hooks were called, and whether the node has moved to another container since.
  @safe @exclusivity(unchecked) final var life: Life = []
  @safe @exclusivity(unchecked) final var hasNewPlace = false
  /// Its index among the children of its container when the container last numbered them.
  @safe @exclusivity(unchecked) final var lastPlace: Int32 = 0
  @safe @exclusivity(unchecked) final var isDirty = false
  /// Where its row is, if it stands among the rows, but is only a decoration of one of them.
  @safe @exclusivity(unchecked) final var decoratedRow: DecoratedRow?
  /// The library's features of this node.
  @safe @exclusivity(unchecked) final var features: [NodeFeature] = []
  /// What its key is made from; nil if that is its type's name.
  @safe @exclusivity(unchecked) final var id: String?

  init(id: String?) { self.id = id }

  /// Whether the node and all nodes below it are hidden from the list. They keep their state.
  ///
  /// You may override it with a computed property. A change then takes effect at the next `setNeedsRender()` of a
  /// container above.
  open var isHidden = false {
    didSet {
      guard isHidden != oldValue else { return }
      parent?.markStructure()
      if !isHidden { show() }
    }
  }

  /// Whether an export includes the node and all nodes below it. Set it to false for nodes that are only there to be
  /// pressed. See `Tree.export`.
  open var isExported = true

  /// Called when the node was added to a container, which may not be part of a page yet. When the node moves to another
  /// container, it is called again after `didDetach`.
  open func didAttach() {}

  /// Called when the node has become part of a page, after the container above it. From here on the node finds
  /// services.
  open func didAttachToRoot() {}

  /// Called once, when the node is part of a page and about to be listed. Subscribe and add children here.
  open func didLoad() {}

  /// Called when the node has a place in the list that viewers see, before its first rendering there. Called again when
  /// the node is no longer hidden.
  open func didShow() {}

  /// Called before each rendering (cells) or each listing of the children (containers).
  ///
  /// Create content (a cell) or children (a container) from state here. A change of an observable object that the node
  /// reads here, or in the content's `html`, updates the node. A cell's change to itself, and a container's change to
  /// its children, are shown at once; other changes join the next flush.
  open func willRender() {}

  /// Called after the flush that rendered the node or listed its children again. Changes made here join the next flush.
  /// To run code when viewers have received all changes, use `afterUpdate`.
  open func didRender() {}

  /// Called when a viewer reports that the node came into view; see `visibility`.
  open func didAppear() {}

  /// Called when a viewer reports how many percent of the node are in view. Only a node whose `visibility` is
  /// `inQuarters` gets this call.
  open func didProgress(_ percent: Int) {}

  /// Called when a viewer reports that the node went out of view, and when a node that was in view has left the list.
  open func didDisappear() {}

  /// Called when the node has lost its place in the list, because it or a node above it is hidden or has left. The
  /// nodes below it are called first.
  open func didHide() {}

  /// Called when the node is no longer part of a page, because it or a node above it has left or the page has ended.
  /// The nodes below it are called first. The node's tasks, and its listening to signals, end automatically.
  open func didDetachFromRoot() {}

  /// Called when the node has left its container.
  open func didDetach() {}

  /// Called before the whole page is exported. Expand collapsed parts here.
  open func willExport() {}

  /// Called after the page was exported. Undo the changes of `willExport` here.
  open func didExport() {}

  /// The path of keys from the root, empty for the root itself.
  public var address: String {
    guard let parent else { return "" }
    return Address.join(parent.address, key)
  }

  /// The node at the top of the tree: the node itself if it has no parent.
  public var root: Node { parent?.root ?? self }

  /// The name of the node's type on the wire. It is computed at each call; `Renderer` caches it by type.
  var typeName: String { bareName(of: namedType) }

  /// The type that gives the node its name.
  var namedType: Any.Type { type(of: self) }

  /// The node as a cell; nil for a container. A cast would search for the conformance.
  var asCell: (any RenderedNode)? { nil }

  /// The container at which the node's events start and its shared data is stored: for a cell its parent, for a
  /// container itself.
  var hub: ContainerModel? { parent }

  /// The current id. The id of a cell's content may have changed since the key was made.
  var identity: String? { id }

  /// The number of levels from this node down.
  var height: Int { 1 }

  /// Takes the rows that sources have announced for the container of the node, and for containers at and below it.
  final func takeRowsAround() {
    guard let tree, tree.awaitsRows, !tree.delaysRows else { return }
    parent?.takeRows()
    takeRowsBelow()
  }

  /// The part of it for a container and what is below.
  func takeRowsBelow() {}

  /// Requests that the next flush renders the node again, even if its content has not changed.
  public func setNeedsRender() {}

  /// Whether the node is part of a page.
  final var isInPage: Bool { tree != nil }

  /// The node's own visibility setting or that of its content; otherwise that of a feature of its container.
  var wantedVisibility: Visibility? { visibility ?? visibilityAsRow }

  /// What the features of the container say about the visibility of its row.
  final var visibilityAsRow: Visibility? {
    guard slot == .row, decoratedRow == nil, let parent else { return nil }
    for feature in parent.features { if let visibility = feature.visibility(of: self) { return visibility } }
    return nil
  }

  /// Requests a call of `willRender`, because state that it may read has changed.
  func markState() {}

  /// Makes content or children from state for an export, because the last flush may be older than the state.
  func updateForExport() {}

  /// Updates the classes of the node's element.
  func showClasses() { setNeedsRender() }

  /// Shows the node again after it was hidden.
  private func show() {
    tree?.arrivals.append(self)
    (self as? ContainerModel)?.setNeedsLayout()
  }

  /// Takes over the shown state of a node that is gone. Returns false if the other node is of another kind.
  func inherit(from old: Node) -> Bool { false }

  func setTree(_ tree: Tree?) {
    let old = self.tree
    old?.nodeCount -= 1
    self.tree = tree
    tree?.nodeCount += 1
    isDirty = false
    for feature in features { feature.didMove(self, from: old, to: tree) }
  }
}

/// Lets a node's handlers receive the node with its own type, so that they need not capture it.
public protocol TreeNode: AnyObject {}
