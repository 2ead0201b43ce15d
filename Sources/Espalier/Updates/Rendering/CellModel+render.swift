extension CellModel {
  func render(in tree: Tree) -> (old: CellSnapshot?, new: CellSnapshot)? {
    parent?.note(content.placement.role)
    guard needsUpdate || needsRender || !isAsShown else { return nil }
    return observing {
      willRender()
      needsUpdate = false
      // A cell that observes state is rendered each time: its markup may read values that `willRender` does not read.
      guard needsRender || isObserving || !isAsShown else { return nil }
      needsRender = false
      let old = snapshot
      let new = rendered(in: tree)
      snapshot = new
      return (old, new)
    }
  }

  /// Whether viewers see the current content.
  private var isAsShown: Bool {
    guard let snapshot, let shown = snapshot.content as? C else { return false }
    return shown == content && snapshot.classes == classes(for: placement) && snapshot.element == element
      && snapshot.columns == tableOfRow?.columns
  }

  func exported(in tree: Tree) -> CellSnapshot {
    if let snapshot, !isDirty, rowPlugins.isEmpty { return snapshot }
    return rendered(in: tree, hasTools: false)
  }

  private func rendered(in tree: Tree, hasTools: Bool = true) -> CellSnapshot {
    let (renderer, plugins) = (tree.renderer, rowPlugins)
    return CellSnapshot(
      type: snapshot?.type ?? content.typeName ?? renderer.name(of: C.self), content: content,
      html: renderer.prefix.added(to: renderer.html(of: content, at: self, with: hasTools ? plugins : [])),
      classes: classes(for: placement, with: plugins), element: element, columns: tableOfRow?.columns)
  }

  func controls(in tree: Tree) -> [Control] { tree.renderer.html(of: content, at: self, with: rowPlugins).controls }
}
