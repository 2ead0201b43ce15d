extension Tree {
  /// A tree over a root; `templates` fills template cells, `restored` is what was kept of it, by `PersistedChange.key`, and
  /// `pushWindow` is the shortest time between two pushes of one container's changes.
  package convenience init(
    _ root: ContainerModel, templates: TemplateLibrary = TemplateLibrary(), restoring restored: [String: JSON] = [:],
    pushWindow: Duration = .milliseconds(50)
  ) {
    self.init(of: root)
    renderer.templates = templates
    flushing.pushes = Throttle(window: pushWindow)
    persistence.restored = restored
    begin()
  }
}
