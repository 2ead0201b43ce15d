extension Tree {
  /// A tree with a root. `templates` renders template cells. `memory` is that of the site. `restored` holds the persisted values by
  /// `PersistedChange.key`, and `damaged` the keys of those whose texts are damaged. `pushWindow` is the shortest time between two pushes of one container's changes. `prefix`
  /// comes before the paths in the markup. `language` is the language of the page, unless its root chooses another one.
  package convenience init(
    _ root: ContainerModel, templates: TemplateLibrary = TemplateLibrary(), memory: RenderMemory = RenderMemory(),
    restoring restored: [String: JSON] = [:], damaged: [String: String] = [:],
    pushWindow: Duration = .milliseconds(50), prefix: URLPrefix = .none, language: Language = .english
  ) {
    self.init(of: root)
    (siteLanguage, ownLanguage) = (language, root.pageInfo.language)
    shownLanguage = self.language
    let renderer = renderer
    (renderer.templates, renderer.memory, renderer.prefix) = (templates, memory, prefix)
    flushing.pushes = Throttle(window: pushWindow)
    persistence.restored = RestoredStates(restored, damaged: damaged)
    begin()
  }
}
