import Espalier
import EspalierHTTP

/// What building a page once shows: what is wrong with it, and what its root lists.
struct Rehearsal {
  let diagnostics: [Diagnostic]
  /// The keys of the root's children.
  let keys: [String]
  /// Warnings for developers about events that accept any integer.
  let integers: [String]
  /// The events of the cells.
  let events: [EventSample]

  /// Builds a page with a root and the data that the site shares, and ends it.
  init(
    of page: Page, _ root: ContainerModel, in surroundings: Surroundings, shares: [@Sendable (Tree) -> Void]
  ) {
    let services = PageServices(
      page.services.map { $0() }, site: surroundings.services,
      browser: page.scope == .shared ? nil : BrowserServices("", nil, surroundings.services))
    let tree = Tree(
      root, services: services, templates: surroundings.templates.library, memory: surroundings.rendering)
    defer { tree.end() }
    diagnostics = tree.turn(.change { tree in for share in shares { share(tree) } }, .unseen).diagnostics
    let root = tree.snapshot()
    keys = root.children.map(\.key)
    integers = surroundings.isDevelopment ? root.warningsOfIntegers : []
    events = EventSample.samples(of: root)
  }
}
