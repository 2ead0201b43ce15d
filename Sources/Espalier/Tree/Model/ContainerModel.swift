/// A folder of the tree: ordered children, which are cells and further containers, and the mediator between them.
///
/// Its children are named by key; its structure changes through the verbs `add`, `insert`, `move`, `replace`, `remove`
/// and `removeAll`, or all at once by `set`, which compares. A header and a footer may stand around them. Events of
/// everything below pass through it, and what it shares reaches everything below.
open class ContainerModel: Node {
  /// The children in order, hidden ones too.
  public internal(set) final var children: [Node] = []
  final var childrenByKey: [String: Node] = [:]
  final var ordinals: [String: Int] = [:]

  /// What stands above the list. Its key is `header`.
  public final var header: Node? {
    get { headerNode }
    set { put(newValue, into: \.headerNode, .header) }
  }
  /// What stands below the list. Its key is `footer`.
  public final var footer: Node? {
    get { footerNode }
    set { put(newValue, into: \.footerNode, .footer) }
  }
  final var headerNode: Node?
  final var footerNode: Node?

  /// How the children are laid out.
  public final var layout = Layout.inherited { didSet { if layout != oldValue { markLayout() } } }
  /// The layout that viewers see.
  final var shownLayout = Layout.list { didSet { if shownLayout != oldValue { shownClasses = shownLayout.classes } } }
  private(set) final var shownClasses = ""
  /// Whether what the layout cannot be was reported.
  final var isLayoutChecked = false
  /// Whether a cell here has ever been pinned.
  final var hasPinned = false

  /// Header, children and footer, as viewers see them since the last flush.
  final var shown: [Shown] = []
  /// Whether all children were loaded that could be.
  final var areChildrenLoaded = false

  /// Whether the container, with all below it, is a unit of its own that may stand at several places: what is posted in it with
  /// the scope `reusable` stays in it.
  open var isReusable: Bool { false }

  /// An empty container; with an id, that is its key among its siblings.
  public init(id: (some CustomStringConvertible)?) { super.init(id: id?.description) }

  /// An empty container, named by its type.
  public init() { super.init(id: nil) }

  override final var hub: ContainerModel? { self }
  override final var height: Int { 1 + (nodes.lazy.map(\.height).max() ?? 0) }

  /// Everything directly inside: header, children, footer.
  final var nodes: [Node] {
    if headerNode == nil && footerNode == nil { return children }
    return (headerNode.map { [$0] } ?? []) + children + (footerNode.map { [$0] } ?? [])
  }

  /// Renders everything below again.
  override public final func setNeedsRender() {
    for node in nodes { node.setNeedsRender() }
  }

  /// Looks again at which nodes here and below are hidden; for overridden `isHidden`.
  public final func setNeedsLayout() {
    markStructure()
    for case let container as ContainerModel in nodes { container.setNeedsLayout() }
  }

  override final func markState() { markStructure() }

  override final func updateForExport() { if isDirty { willRender() } }

  override final func showClasses() {
    isLayoutChecked = false
    markStructure()
  }

  /// Shows another layout, here and where it is inherited.
  private final func markLayout() {
    isLayoutChecked = false
    markStructure()
    for case let inner as ContainerModel in nodes where inner.layout.arrangement == nil { inner.markLayout() }
  }

  final func markStructure() {
    tree?.hasMoved = true
    guard !isDirty, let tree else { return }
    isDirty = true
    tree.dirtyContainers.append(self)
  }

  override final func inherit(from old: Node) -> Bool {
    guard let old = old as? ContainerModel, type(of: old) == type(of: self), shown.isEmpty else { return false }
    shown = old.shown
    shownLayout = old.shownLayout
    old.shown = []
    for entry in shown where entry.node.shownIn === old { entry.node.shownIn = self }
    return true
  }

  override final func setTree(_ tree: Tree?) {
    super.setTree(tree)
    markStructure()
    for node in nodes { node.setTree(tree) }
  }

  /// This container and those above it, up to the root.
  final var path: [ContainerModel] {
    var path: [ContainerModel] = []
    var next: ContainerModel? = self
    while let container = next {
      path.append(container)
      next = container.parent
    }
    return path
  }

  /// The child with an id, as its row has it; nil where there is none.
  ///
  /// A key, which addresses are made of, may be written in another way: `child(id: "Apple Music")` is the node at `Apple~20Music`.
  public final func child(id: some CustomStringConvertible) -> Node? { childrenByKey[NodeKey.encode(id.description)] }

  /// The child or further descendant at a path of keys from here; nil where there is none.
  package final func descendant(at address: String) -> Node? {
    var node: Node = self
    for key in address.split(separator: "/", omittingEmptySubsequences: false) where !address.isEmpty {
      guard let next = (node as? ContainerModel)?.childrenByKey[String(key)] else { return nil }
      node = next
    }
    return node
  }
}
