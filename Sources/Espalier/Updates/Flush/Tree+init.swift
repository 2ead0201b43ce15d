extension Tree {
  /// A tree with a root. `templates` renders template cells. `restored` holds the persisted values by
  /// `PersistedChange.key`. `pushWindow` is the shortest time between two pushes of one container's changes.
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
