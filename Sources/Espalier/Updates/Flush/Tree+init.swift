extension Tree {
  /// A tree with a root.
  ///
  /// - Parameters:
  ///   - title: The title with which the page was declared.
  ///   - owner: The browser or the person to whom the page belongs; nil if all share it.
  ///   - services: Finds the services that no container provides.
  ///   - site: Receives every event that no container stopped, and returns whether the site handled it.
  ///   - templates: Render template cells.
  ///   - memory: What the trees of the site share.
  ///   - restored: The persisted values by `PersistedChange.key`.
  ///   - damaged: The keys of the values whose texts are damaged, with the reasons.
  ///   - pushWindow: The shortest time between two pushes of one container's changes.
  ///   - prefix: Comes before the paths in the markup.
  ///   - language: The language of the page, unless its root chooses another one.
  package convenience init(
    _ root: ContainerModel, title: String = "", owner: (any Visitor)? = nil, services: (any ServiceResolver)? = nil,
    site: ((AnyEvent) -> Bool)? = nil, templates: TemplateLibrary = TemplateLibrary(),
    memory: RenderMemory = RenderMemory(),
    restoring restored: [String: JSON] = [:], damaged: [String: String] = [:],
    pushWindow: Duration = .milliseconds(50), prefix: URLPrefix = .none, language: Language = .english
  ) {
    self.init(of: root)
    let declaration = declaration
    (declaration.title, declaration.siteLanguage) = (title, language)
    declaration.ownLanguage = root.pageInfo.language
    declaration.shownLanguage = declaration.language
    if let owner { visitor = owner }
    if let services { resolver = services }
    if let site { self.site = site }
    let renderer = renderer
    (renderer.templates, renderer.memory, renderer.prefix) = (templates, memory, prefix)
    flushing.pushes = Throttle(window: pushWindow)
    persistence.restored = RestoredStates(restored, damaged: damaged)
    begin()
  }
}
