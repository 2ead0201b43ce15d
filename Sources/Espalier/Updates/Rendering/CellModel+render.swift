extension CellModel {
  func render(in tree: Tree) -> Rendering? {
    parent?.note(content.placement.role)
    guard needsUpdate || needsRender || !isAsShown else { return nil }
    return observing {
      willRender()
      needsUpdate = false
      // A cell that observes state is rendered each time: its markup may read values that `willRender` does not read.
      guard needsRender || isObserving || !isAsShown else { return nil }
      needsRender = false
      if snapshot == nil { tree.renderer.checkAbilities(of: content, at: self) }
      let rendering = Rendering(old: snapshot, new: rendered(in: tree), hasSameContent: !hasNewContent)
      snapshot = rendering.new
      hasNewContent = false
      return rendering
    }
  }

  /// Whether viewers see the current content.
  private var isAsShown: Bool {
    guard let snapshot, hasShownContent(in: snapshot) else { return false }
    let frame = frame
    return snapshot.classes == classes(for: placement, in: frame) && snapshot.element == frame.element
      && snapshot.columns == frame.table?.columns
  }

  private func hasShownContent(in snapshot: CellSnapshot) -> Bool {
    if !hasNewContent { return true }
    guard let shown = snapshot.content as? C else { return false }
    return shown == content
  }

  func exported(in tree: Tree) -> CellSnapshot {
    if let snapshot, !isDirty, rowPlugins.isEmpty { return snapshot }
    return rendered(in: tree, hasTools: false)
  }

  private func rendered(in tree: Tree, hasTools: Bool = true) -> CellSnapshot {
    let renderer = tree.renderer
    let frame = frame
    return CellSnapshot(
      type: snapshot?.type ?? content.typeName ?? renderer.name(of: C.self), content: content,
      html: renderer.prefix.added(to: renderer.html(of: content, at: self, in: frame, hasTools: hasTools)),
      classes: classes(for: placement, in: frame), element: frame.element, columns: frame.table?.columns)
  }

  func controls(in tree: Tree) -> [Control] { tree.renderer.html(of: content, at: self, in: frame).controls }
}
