import Espalier

/// One living tree of a page, with its version, its journal and its viewers. Everything in it happens in its lane.
actor PageInstance {
  nonisolated let id: String
  nonisolated let page: Page
  /// The browser it belongs to; nil for one that all share.
  nonisolated let browser: String?
  nonisolated let lane: Lane
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    // Safe: the lane lives as long as the instance.
    unsafe lane.asUnownedSerialExecutor()
  }

  let tree: Tree
  let html: HTMLDialect
  private(set) var dom: DOMDialect
  let log: Log
  private(set) var version: Version
  var journal: Journal
  var viewers: [ObjectIdentifier: Viewer] = [:]
  var receipts: Receipts
  let comeback: ClosedRange<Duration>
  nonisolated let audience: Audience
  nonisolated let metrics: Metrics
  nonisolated let counts: PageCounts
  private var lists: (version: Version, regions: [String], bytes: [[UInt8]])?

  /// A new instance whose tree is listed for the first time. `prepare` shares what the site shares, before that.
  init(
    _ page: Page, id: String, browser: String?, lane: Lane, templates: TemplateLibrary, regions: [String], log: Log,
    limits: PageLimits, metrics: Metrics, prepare: (Tree) -> Void
  ) {
    self.id = id
    self.page = page
    self.browser = browser
    self.lane = lane
    self.log = log
    self.metrics = metrics
    counts = metrics.pages[page.path] ?? PageCounts(page)
    audience = Audience(of: counts)
    comeback = limits.comeback
    version = Version(epoch: String(RandomID.next().prefix(6)))
    journal = Journal(capacity: limits.journal)
    receipts = Receipts(capacity: limits.receipts)
    html = HTMLDialect(events: page.events)
    dom = DOMDialect(html: html, regions: regions)
    let tree = Tree(page.root(), templates: templates)
    self.tree = tree
    prepare(tree)
    _ = metrics.flush(tree)
  }

  /// Runs work on the instance: at once if its lane is idle, else when its turn comes. Never blocks.
  nonisolated func enter(_ work: @escaping @Sendable (isolated PageInstance) -> Void) {
    lane.enter { self.assumeIsolated(work) }
  }

  /// Runs work on the instance, on another thread.
  nonisolated func submit(_ work: @escaping @Sendable (isolated PageInstance) -> Void) {
    lane.submit { self.assumeIsolated(work) }
  }

  /// The list as HTML, or each region's, made once for each version. The page's form stands before the first.
  func listsHTML(_ regions: [String]) -> [[UInt8]] {
    if let lists, lists.version == version, lists.regions == regions { return lists.bytes }
    let root = tree.snapshot()
    var bytes = regions.isEmpty ? [html.list(root)] : regions.map { html.region($0, of: root) }
    bytes[0] = html.form(page: page.path, patches: page.patches, version: version.description) + bytes[0]
    lists = (version, regions, bytes)
    return bytes
  }

  /// Takes up what changed since the last call, because of that request if any: one more version, into the journal and
  /// out to every viewer.
  @discardableResult
  func publish(for request: Request? = nil) -> Patch? {
    let changes = metrics.flush(tree)
    for diagnostic in tree.takeDiagnostics() {
      log.write(.warning, "page") {
        $0.add("page", page.path)
        $0.add("detail", diagnostic.description)
        if let request { $0.add("id", request.id) }
      }
    }
    guard let changes else { return nil }
    version.number += 1
    metrics.patches.add()
    let patch = Patch(changes, version: version, metrics: metrics)
    journal.append(patch)
    for viewer in viewers.values { viewer.send(patch, from: self) }
    return patch
  }

  /// Builds a page once, for what is wrong with it, and says what its root lists.
  static func rehearse(
    _ page: Page, templates: TemplateLibrary, shares: [@Sendable (Tree) -> Void]
  ) -> (diagnostics: [Diagnostic], keys: [String]) {
    let tree = Tree(page.root(), templates: templates)
    for share in shares { share(tree) }
    _ = tree.flushAll()
    return (tree.takeDiagnostics(), tree.snapshot().children.map(\.key))
  }

  /// Takes up changed templates.
  func use(_ templates: TemplateLibrary, regions: [String]) {
    if regions != dom.regions { dom = DOMDialect(html: html, regions: regions) }
    change { $0.use(templates) }
  }

  /// Changes the tree from outside: site-wide shares, new templates.
  func change(_ change: (Tree) -> Void) {
    change(tree)
    publish()
  }
}
