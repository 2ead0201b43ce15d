/// A node with ordered children, which are cells and other containers.
///
/// Each child has a unique key. Change the children with `add` and `remove`, or all at once with `set`, which compares old
/// and new rows; what else a list can do is in `children`. A container can also have a header and a footer. It receives
/// the events of all nodes below it, and values that it shares reach all nodes below it.
open class ContainerModel: Node {
  /// The children in order, hidden ones too. Whoever looks at them sees what the source has announced.
  final var childNodes: [Node] {
    get {
      takeRows()
      return ownNodes
    }
    _modify {
      takeRows()
      yield &ownNodes
    }
  }
  @safe @exclusivity(unchecked) private final var ownNodes: [Node] = []
  final var childrenByKey: [String: Node] {
    get {
      takeRows()
      return ownKeys
    }
    _modify {
      takeRows()
      yield &ownKeys
    }
  }
  @safe @exclusivity(unchecked) private final var ownKeys: [String: Node] = [:]
  /// Whether the children are those of before the last changes of the source.
  @safe @exclusivity(unchecked) final var awaitsRows = false
  /// Whether a comparison of lists is about to replace the children.
  @safe @exclusivity(unchecked) final var isPlanned = false
  @safe @exclusivity(unchecked) final var ordinals: [String: Int] = [:]

  /// The order in which the children stay; nil if those who change them decide.
  @safe @exclusivity(unchecked) final var order: ChildOrder?
  /// What features note at the container.
  @safe @exclusivity(unchecked) final var marks: ContainerMarks = []

  /// The node above the list. Its key is `header`. A table makes its own.
  public final var header: Node? {
    get {
      takeRows()
      return headerNode
    }
    set { put(newValue, into: \.headerNode, .header) }
  }
  /// The node below the list. Its key is `footer`.
  public final var footer: Node? {
    get {
      takeRows()
      return footerNode
    }
    set { put(newValue, into: \.footerNode, .footer) }
  }
  @safe @exclusivity(unchecked) final var headerNode: Node?
  @safe @exclusivity(unchecked) final var footerNode: Node?

  /// How the children are laid out.
  public final var layout: Layout {
    get {
      takeRows()
      return ownLayout
    }
    set {
      takeRows()
      let old = ownLayout
      guard newValue != old else { return }
      ownLayout = newValue
      markLayout(insteadOf: old)
    }
  }
  /// The value of `layout`. Pages never hold an access to it, so reading it, for each row, needs no check.
  @safe @exclusivity(unchecked) private(set) final var ownLayout = Layout.inherited
  /// The layout that viewers see.
  final var shownLayout = Layout.list { didSet { if shownLayout != oldValue { shownClasses = shownLayout.classes } } }
  @safe @exclusivity(unchecked) private(set) final var shownClasses = ""
  /// The element in which viewers see the container.
  @safe @exclusivity(unchecked) final var shownElement = NodeSnapshot.Element.item
  /// Whether the layout, or what is added to it, has changed since this was set to false.
  @safe @exclusivity(unchecked) final var hasNewLayout = true

  /// Header, children and footer, as viewers see them since the last flush.
  @safe @exclusivity(unchecked) final var shown: [Shown] = []

  /// Whether the container and all nodes below it form a reusable unit. A notification posted inside it with the scope
  /// `reusable` stays inside it.
  open var isReusable: Bool { false }

  /// An empty container. The id, if there is one, becomes its key among its siblings.
  public init(id: (some CustomStringConvertible)?) { super.init(id: id?.description) }

  /// An empty container, whose key is made from its type's name.
  public init() { super.init(id: nil) }

  override final var hub: ContainerModel? { self }
  override final var height: Int { 1 + (nodes.lazy.map(\.height).max() ?? 0) }

  /// Everything directly inside: header, children, footer.
  final var nodes: [Node] {
    takeRows()
    if headerNode == nil && footerNode == nil { return childNodes }
    return (headerNode.map { [$0] } ?? []) + childNodes + (footerNode.map { [$0] } ?? [])
  }

  /// Renders everything below again, and looks again which nodes are hidden.
  override public final func setNeedsRender() {
    markStructure()
    for node in nodes { node.setNeedsRender() }
  }

  /// Looks again which nodes here and below are hidden.
  final func setNeedsLayout() {
    markStructure()
    for case let container as ContainerModel in nodes { container.setNeedsLayout() }
  }

  override final func markState() { markStructure() }

  override final func updateForExport() { if isDirty { willRender() } }

  override final func showClasses() {
    hasNewLayout = true
    markStructure()
  }

  /// Updates the layout here and in the containers that inherit it.
  private final func markLayout(insteadOf old: Layout) {
    hasNewLayout = true
    markStructure()
    if layout.table?.columns != old.table?.columns {
      setNeedsLayout()
      setNeedsRender()
    }
    if layout.arrangement == old.arrangement { return }
    for case let inner as ContainerModel in nodes where inner.layout.arrangement == nil {
      inner.markLayout(insteadOf: .list)
    }
  }

  /// Sets a mark here and at the tree.
  final func mark(_ mark: ContainerMarks) {
    marks.insert(mark)
    tree?.marks.insert(mark)
  }

  final func markStructure() {
    tree?.structureCount &+= 1
    guard !isDirty, let tree else { return }
    isDirty = true
    tree.dirtyContainers.append(self)
  }

  override final func inherit(from old: Node) -> Bool {
    guard let old = old as? ContainerModel, type(of: old) == type(of: self), shown.isEmpty else { return false }
    shown = old.shown
    shownLayout = old.shownLayout
    shownElement = old.shownElement
    old.shown = []
    for entry in shown where entry.node.shownIn === old { entry.node.shownIn = self }
    return true
  }

  /// Takes the rows that sources have announced, if this container waits for some.
  final func takeRows() { if awaitsRows { tree?.takeRows() } }

  override final func takeRowsBelow() {
    for case let container as ContainerModel in nodes { container.takeRowsBelow() }
  }

  /// Begins or ends to wait for rows of the source, in this container and, if the source has sections, in these.
  final func awaitRows(_ isWaiting: Bool, inSections: Bool) {
    awaitsRows = isWaiting
    if inSections { for case let section as ContainerModel in ownNodes { section.awaitsRows = isWaiting } }
  }

  override final func setTree(_ tree: Tree?) {
    takeRows()
    super.setTree(tree)
    tree?.marks.formUnion(marks)
    markStructure()
    for node in nodes { node.setTree(tree) }
  }

  /// This container and those above it, up to the root.
  final var path: ContainerPath { ContainerPath(from: self) }

  /// The descendant at a path of keys from here; nil if there is none.
  package final func descendant(at address: String) -> Node? {
    guard !address.isEmpty else { return self }
    var (container, rest) = (self, address[...])
    while let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) {
      guard let next = container.childrenByKey[String(rest[..<slash])] as? ContainerModel else { return nil }
      container = next
      rest = rest[rest.utf8.index(after: slash)...]
    }
    return container.childrenByKey[String(rest)]
  }
}
