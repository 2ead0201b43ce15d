/// What cells and containers have in common: a key, a parent, subscriptions and a life.
///
/// Subclass `CellModel` or `ContainerModel`. A node belongs to one page instance and is only touched in its lane.
/// Every hook is empty, so an override need not call `super`.
open class Node: TreeNode {
  /// The last component of the address; unique among siblings and fixed while the node stays in its container.
  public internal(set) var key = ""

  /// The container that holds the node, or nil.
  public internal(set) weak var parent: ContainerModel?

  /// Where in its container the node stands.
  package internal(set) var slot = Slot.row

  /// The tree of the page instance, or nil while the node is not part of one.
  weak var tree: Tree?

  /// The container whose list, as viewers see it, holds the node, and where.
  weak var shownIn: ContainerModel?
  var shownIndex = -1

  /// Which hooks were called, and whether it has come to another container since.
  final var life: Life = []
  final var hasNewPlace = false
  /// Its index among the children of its container when they were last numbered.
  final var lastPlace: Int32 = 0
  final var isLoaded = false
  final var isDirty = false
  /// What the library's features keep here.
  final var features: [NodeFeature] = []
  let id: String?

  init(id: String?) { self.id = id }

  /// Whether the node, with all below it, is left out of the list. Its state is kept.
  ///
  /// May be overridden by a computed property; a flip is then seen at the next `setNeedsLayout()` above it.
  open var isHidden = false {
    didSet {
      guard isHidden != oldValue else { return }
      parent?.markStructure()
      if !isHidden { show() }
    }
  }

  /// Whether the node, with all below it, is part of an export: false for what is only there to be pressed. See
  /// `Tree.export`.
  open var isExported = true

  /// Called when the node has come to a container, which may not be part of a page yet; and, after `didDetach`, when it has
  /// come to another one.
  open func didAttach() {}

  /// Called when the node has become part of a page, after the container above it: services can be found from here on.
  open func didAttachToRoot() {}

  /// Called once, when the node is part of a page and about to be listed: the place to subscribe and to add children.
  open func didLoad() {}

  /// Called when the node has got a place in the list that viewers see, before it is rendered there for the first time;
  /// again when it comes out of hiding.
  open func didShow() {}

  /// Called before each rendering (cells) or each listing of the children (containers).
  ///
  /// The place to make content (a cell) or children (a container) from state. What is read of observable objects here, or
  /// in the content's `html`, has the node updated when it changes. A cell's change to itself, and a container's to its
  /// children, are shown at once; other changes join the next flush.
  open func willRender() {}

  /// Called after the flush that rendered the node, or listed its children anew; changes made here join the next one. When
  /// viewers have been sent it all, `afterUpdate` calls.
  open func didRender() {}

  /// Called when a viewer reports that the node came into view; see `visibility`.
  open func didAppear() {}

  /// Called when a viewer reports that so many percent of the node are in view, for one whose `visibility` is `inQuarters`.
  open func didProgress(_ percent: Int) {}

  /// Called when a viewer reports that the node went out of view, and when a node that was in view has left the list.
  open func didDisappear() {}

  /// Called when the node has lost its place in the list, because it or something above it is hidden or has left, after
  /// what is below it.
  open func didHide() {}

  /// Called when the node is no part of a page any more, because it or something above it has left or the page has ended,
  /// after what is below it. What it listened to and the work it began end by themselves.
  open func didDetachFromRoot() {}

  /// Called when the node has left its container.
  open func didDetach() {}

  /// Called before the page is exported as a whole: the place to unfold what is folded.
  open func willExport() {}

  /// Called when the page has been exported: the place to take back what `willExport` changed.
  open func didExport() {}

  /// The path of keys from the root, empty for the root itself.
  public var address: String {
    guard let parent else { return "" }
    return Address.join(parent.address, key)
  }

  /// The node at the top of the tree: itself where it has no parent.
  public var root: Node { parent?.root ?? self }

  /// The name of the node's type on the wire. Found out anew at each call; `Renderer` remembers it by type.
  var typeName: String { bareName(of: namedType) }

  /// The type that gives the node its name.
  var namedType: Any.Type { type(of: self) }

  /// The container at which the node's events start and its shared data is stored: its own for a cell.
  var hub: ContainerModel? { parent }

  /// The id as it is now: a cell's content may have got another one since its key was made.
  var identity: String? { id }

  /// The row that this cell belongs to: itself, or the container whose header it is.
  final var row: Node? {
    switch slot {
    case .row: self
    case .header: parent
    case .footer: nil
    }
  }

  /// How many levels of nodes there are from here down.
  var height: Int { 1 }

  /// Asks for the node to be rendered again at the next flush, though nothing it holds has changed.
  public func setNeedsRender() {}

  /// The node's own wish, or that of its content.
  var wantedVisibility: Visibility? { visibility }

  /// Asks for `willRender`, because state has changed that it may read.
  func markState() {}

  /// Makes content or children from state, for an export: viewers may not have seen it yet.
  func updateForExport() {}

  /// Has its element's classes looked at again.
  func showClasses() { setNeedsRender() }

  /// Comes out of hiding.
  private func show() {
    tree?.arrivals.append(self)
    (self as? ContainerModel)?.setNeedsLayout()
  }

  /// Takes over what viewers see of a node that is gone. Returns whether it is of the same kind.
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

/// Lets the handlers of a node receive it as what it is, so that they need not capture it.
public protocol TreeNode: AnyObject {}
