/// A leaf of the tree: a node that holds one content value.
///
/// Assigning an equal content does nothing. Assigning a different one renders this node, and no other, again.
///
/// ```swift
/// final class PhotoModel: CellModel<Photo> {
///   static let shown = SharedData<Photo>("shown")
///   override func didLoad() { subscribe(to: Self.shown) { $0.content = $1 } }
/// }
/// ```
open class CellModel<C: Content>: Node, RenderedNode {
  /// What the cell shows.
  public final var content: C {
    didSet {
      guard content != oldValue else { return }
      hasNewContent = true
      markDirty()
      if let list = listOfOrder, let order = list.order {
        order.contentChanged(of: self, from: oldValue, to: content, in: list)
      }
    }
  }
  /// Whether the content may be another one than in `snapshot`.
  @safe @exclusivity(unchecked) final var hasNewContent = true

  /// What viewers see, once rendered.
  @safe @exclusivity(unchecked) final var snapshot: CellSnapshot?
  @safe @exclusivity(unchecked) final var needsRender = false
  /// Whether state has changed that `willRender` may read.
  @safe @exclusivity(unchecked) final var needsUpdate = false

  /// A cell with a content; the key is the content's own unless given.
  public init(_ content: C, key: String? = nil) {
    self.content = content
    super.init(id: key ?? content.key)
  }

  override final var asCell: (any RenderedNode)? { self }
  override final var namedType: Any.Type { C.self }
  /// The name does not change after the cell was first shown.
  override final var typeName: String { snapshot?.type ?? content.typeName ?? bareName(of: C.self) }
  override final var identity: String? { content.key ?? id }

  override public final func setNeedsRender() {
    needsRender = true
    markDirty()
  }

  override final func markState() {
    needsUpdate = true
    markDirty()
  }

  override final func inherit(from old: Node) -> Bool {
    guard let old = old as? CellModel<C>, snapshot == nil, old.isNamed(like: content) else { return false }
    snapshot = old.snapshot
    old.snapshot = nil
    hasNewContent = true
    return snapshot != nil
  }

  override final func setTree(_ tree: Tree?) {
    super.setTree(tree)
    // It may have changed while it was in no tree.
    if snapshot != nil { markDirty() }
  }

  /// Whether a content has the type name under which this cell is shown, or no type name of its own.
  final func isNamed(like other: C) -> Bool { other.typeName.map { $0 == typeName } ?? true }

  override final var wantedVisibility: Visibility? { visibility ?? content.visibility ?? visibilityAsRow }

  private func markDirty() {
    guard !isDirty, let tree else { return }
    isDirty = true
    tree.dirtyCells.append(self)
  }

  override final func updateForExport() {
    if needsUpdate || snapshot == nil { willRender() }
  }

  final var anyContent: any Content { content }
  final var contentWeight: Int { content.weight }

  final func changeContent(_ change: (inout any Content) -> Void) {
    var new: any Content = content
    change(&new)
    if let new = new as? C { content = new }
  }

  final var model: JSON { (try? JSON(encoding: content)) ?? .object(JSONObject()) }

  final var wantedPlacement: Layout.Placement {
    guard let separator else { return content.placement }
    return content.placement.with(separator)
  }

  final var placement: Layout.Placement { wantedPlacement.withinLimits }
}

/// A cell, independent of its content's type.
protocol RenderedNode: Node {
  /// What viewers see; nil before the first render.
  var snapshot: CellSnapshot? { get }
  /// Whether `setNeedsRender` was called, although the content may not have changed.
  var needsRender: Bool { get }
  /// The current content.
  var anyContent: any Content { get }
  /// The weight of the current content.
  var contentWeight: Int { get }
  /// Changes the current content, which keeps its type.
  func changeContent(_ change: (inout any Content) -> Void)
  /// The fields of the current content.
  var model: JSON { get }
  /// The size and the place of the row, as it currently declares them.
  var wantedPlacement: Layout.Placement { get }
  /// The same with each number clamped to its limits, as viewers see it.
  var placement: Layout.Placement { get }
  /// Renders if the content is not the one that was shown.
  func render(in tree: Tree) -> Rendering?
  /// Renders the current content for an export, without changing what viewers see.
  func exported(in tree: Tree) -> CellSnapshot
  /// The controls of the current content. Their commands may differ from those in the shown snapshot.
  func controls(in tree: Tree) -> [Control]
}

/// What a cell looked like before and after it was rendered.
struct Rendering {
  /// Nil before the first render.
  let old: CellSnapshot?
  let new: CellSnapshot
  /// Whether both are known to have equal contents.
  let hasSameContent: Bool

  /// What viewers saw before, if they see something else now.
  var replaced: CellSnapshot? {
    guard let old, !(hasSameContent ? old.isDrawn(like: new) : old == new) else { return nil }
    return old
  }
}
