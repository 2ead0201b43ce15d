/// A leaf of the tree: a node that holds one content value.
///
/// Assigning an equal content does nothing; a different one marks this node, and no other, to be rendered again.
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
    didSet { if content != oldValue { markDirty() } }
  }

  /// What viewers see, once rendered.
  final var snapshot: CellSnapshot?
  private(set) final var needsRender = false
  /// Whether state has changed that `willRender` may read.
  private final var needsUpdate = false

  /// A cell with a content; the key is the content's own unless given.
  public init(_ content: C, key: String? = nil) {
    self.content = content
    super.init(id: key ?? content.key)
  }

  override final var namedType: Any.Type { C.self }
  /// A cell is called what it was called when it was first shown.
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
    return snapshot != nil
  }

  override final func setTree(_ tree: Tree?) {
    super.setTree(tree)
    // It may have changed while it was in no tree, and so may what it observes.
    if observed != nil { needsUpdate = true }
    if snapshot != nil { markDirty() }
  }

  /// Whether a content with a name of its own has the one under which this cell is shown.
  final func isNamed(like other: C) -> Bool { other.typeName.map { $0 == typeName } ?? true }

  override final var wantedSight: Sight? { sight ?? content.sight }

  private func markDirty() {
    guard !isDirty, let tree else { return }
    isDirty = true
    tree.dirtyCells.append(self)
  }

  func render(with renderer: Renderer) -> (old: CellSnapshot?, new: CellSnapshot)? {
    if placement.role == .pinned { parent?.notePinned() }
    guard needsUpdate || needsRender || !isAsShown else { return nil }
    return observing {
      willRender()
      needsUpdate = false
      // What observes is rendered each time: its markup may read what `willRender` does not.
      guard needsRender || observed != nil || !isAsShown else { return nil }
      needsRender = false
      let old = snapshot
      let new = rendered(with: renderer)
      snapshot = new
      return (old, new)
    }
  }

  /// Whether viewers see the content as it is now.
  private var isAsShown: Bool {
    guard let snapshot, let shown = snapshot.content as? C else { return false }
    return shown == content && snapshot.classes == classes(for: placement)
  }

  override final func updateForExport() {
    if needsUpdate || snapshot == nil { willRender() }
  }

  func exported(with renderer: Renderer) -> CellSnapshot {
    if let snapshot, !isDirty, rowPlugins.isEmpty { return snapshot }
    return rendered(with: renderer, hasTools: false)
  }

  private func rendered(with renderer: Renderer, hasTools: Bool = true) -> CellSnapshot {
    CellSnapshot(
      type: snapshot?.type ?? content.typeName ?? renderer.name(of: C.self), content: content,
      html: renderer.html(of: content, at: self, hasTools: hasTools), classes: classes(for: placement))
  }

  final var model: JSON { (try? JSON(encoding: content)) ?? .object(JSONObject()) }

  final var wantedPlacement: Placement {
    guard let separator else { return content.placement }
    return content.placement.with(separator)
  }

  final var placement: Placement { wantedPlacement.withinLimits }

  func controls(with renderer: Renderer) -> [Control] { renderer.html(of: content, at: self).controls }
}

/// A cell, whatever its content's type.
protocol RenderedNode: Node {
  /// What viewers see; nil before the first render.
  var snapshot: CellSnapshot? { get }
  /// Whether somebody asked for it to be rendered, though nothing it holds has changed.
  var needsRender: Bool { get }
  /// The fields of the content as it is now.
  var model: JSON { get }
  /// The size and the place of the row, as it says them now.
  var wantedPlacement: Placement { get }
  /// The same as viewers see them: each number within its limits.
  var placement: Placement { get }
  /// Renders if the content is not the one that was shown.
  func render(with renderer: Renderer) -> (old: CellSnapshot?, new: CellSnapshot)?
  /// What the content looks like now; viewers go on seeing what they saw.
  func exported(with renderer: Renderer) -> CellSnapshot
  /// The controls of the content as it is now, whose commands may be other ones than those that viewers see.
  func controls(with renderer: Renderer) -> [Control]
}
