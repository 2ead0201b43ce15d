import EspalierHTTP
package import Espalier
import Synchronization

/// One living tree of a page, with its version, its journal and its viewers. Everything in it happens in its lane.
package actor PageInstance {
  package nonisolated let name: PersistedInstance.Name
  nonisolated let page: Page
  nonisolated let lane: Lane
  /// What it shares with all instances of the site.
  nonisolated let surroundings: Surroundings
  nonisolated let counts: PageCounts
  nonisolated let audience: Audience
  nonisolated let footprint: Footprint
  nonisolated let hold = InstanceHold()
  /// Set once its browser has brought the cookie back; from then on the id alone does not lead here, also after a restart.
  private nonisolated let cookieShown: Atomic<Bool>

  package let tree: Tree
  let publisher: Publisher
  let persistence: Persistence
  var replies: ReplyCache
  var work = Work()
  var polls = WaitingReplies<Void>()
  var pushes = Pushes()
  var documents: PageDocuments
  /// What the log was warned of; nil but in development.
  var warnings: Warnings?
  /// Sees each publication, for a development tool.
  package var watch: (any InstanceWatch)?
  /// Stands in the lists for the number of a page's load. Nobody who writes a text can know it.
  let loadMark = "\u{1}" + RandomID.next()

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    // Safe: the lane lives as long as the instance.
    unsafe lane.asUnownedSerialExecutor()
  }

  nonisolated var id: String { name.id }
  /// The browser it belongs to; nil for one that all share.
  nonisolated var browser: String? { name.owner.browser }
  nonisolated var isOwned: Bool { browser != nil }
  nonisolated var hasShownCookie: Bool { cookieShown.load(ordering: .relaxed) }
  /// Whether somebody looks at it.
  package nonisolated var isFollowed: Bool { audience.count > 0 }
  /// Whether somebody looks at it, or a request holds it.
  nonisolated var isInUse: Bool { isFollowed || hold.isHeld }
  nonisolated var log: Log { surroundings.log }
  nonisolated var metrics: Metrics { surroundings.metrics }
  nonisolated var siteClock: SiteClock { surroundings.siteClock }
  nonisolated var problemFrame: ProblemFrame { surroundings.templates.problemFrame(at: page) }
  var version: Version { publisher.version }

  /// A new instance whose tree is listed for the first time, from what was kept of it. `prepare` shares what the site
  /// shares, before that.
  init(
    _ page: Page, name: PersistedInstance.Name, kept: PersistedInstance?, lane: Lane, footprint: Footprint,
    in surroundings: Surroundings, prepare: (Tree) -> Void
  ) {
    self.name = name
    self.page = page
    self.lane = lane
    self.footprint = footprint
    self.surroundings = surroundings
    let (metrics, limits) = (surroundings.metrics, surroundings.limits)
    counts = metrics.pages[page.path] ?? PageCounts(page)
    audience = Audience(in: counts.viewers)
    warnings = surroundings.isDevelopment ? Warnings() : nil
    replies = ReplyCache(capacity: limits.receipts, room: limits.receiptBytes, before: kept?.events ?? [])
    var states = kept?.states ?? [:]
    let isCookieSaved = states.removeValue(forKey: Persistence.cookieKey) != nil
    cookieShown = Atomic(isCookieSaved)
    persistence = Persistence(
      of: name, in: surroundings.store, watch: metrics.store, log: surroundings.log, isCookieSaved: isCookieSaved,
      capacity: limits.receipts)
    let templates = surroundings.templates.library
    let tree = Tree(page.root(), templates: templates, restoring: states, pushWindow: limits.pushWindow)
    tree.resolver = PageServices(
      page.services.map { $0() }, site: surroundings.services, browser: name.owner.browser)
    self.tree = tree
    let html = HTMLDialect(
      events: InstanceURL(page, name).ownEvents, load: name.owner.browser == nil ? "" : name.id)
    // Another epoch than before a restart: whoever comes back gets one snapshot, which is applied in place.
    publisher = Publisher(
      tree, epoch: String(RandomID.next().prefix(6)), Dialects(html: html, regions: templates.regions(of: page)),
      limits: limits, metrics: metrics.streaming)
    documents = PageDocuments(version: publisher.version, regions: [])
    prepare(tree)
    _ = Self.flush(tree, metrics)
    // Signals wake the lane, so not before the tree is in it.
    enter { instance in
      instance.publisher.onDrain = { [weak instance] key in instance?.submit { $0.publisher.catchUp(key) } }
      instance.noteFootprint()
      instance.reportUnreadable(kept?.unreadable ?? [:])
      instance.beginWork()
      instance.tree.onArrival { [weak instance] in instance?.submit { $0.push(cause: .signal) } }
    }
  }

  /// Notes that a request for this instance brought the cookie of its browser.
  nonisolated func note(cookieOf browser: String?) {
    if let browser, browser == self.browser { cookieShown.store(true, ordering: .relaxed) }
  }

  /// Runs work on the instance: at once if its lane is idle, else when its turn comes. Never blocks.
  package nonisolated func enter(_ work: @escaping @Sendable (isolated PageInstance) -> Void) {
    lane.enter { CrashNote.working(for: self.name.owner) { self.assumeIsolated(work) } }
  }

  /// Runs work on the instance, on another thread.
  nonisolated func submit(_ work: @escaping @Sendable (isolated PageInstance) -> Void) {
    lane.submit { CrashNote.working(for: self.name.owner) { self.assumeIsolated(work) } }
  }

  /// Takes up what changed since the last call, because of that request if any: saves it, and sends one more version into
  /// the journal and to every viewer.
  ///
  /// `effects` are for the sender of the request alone; without one they are part of the patch. If the store cannot save the
  /// change, `failure` says why; viewers see the change nevertheless. The next call tries again.
  @discardableResult
  func publish(
    for request: Request? = nil, acknowledging event: PersistedEvent? = nil, cause: Cause = .event,
    by flush: (Tree) -> ChangeSet? = { $0.flushAll() }
  ) -> (patch: Patch?, effects: [Effect], failure: HTTPError?) {
    var (changes, took) = Self.flush(tree, metrics, by: flush)
    // What is about rows that are on their way waits for them.
    var effects = tree.hasChanges ? [] : tree.takeEffects()
    if request == nil && !effects.isEmpty {
      changes = (changes ?? ChangeSet()).adding(effects)
      effects = []
    }
    beginWork()
    let failure = save(event, for: request)
    for diagnostic in tree.takeDiagnostics() { report(diagnostic, for: request) }
    let patch = changes.map { publisher.publish($0) }
    if patch != nil { replyToPolls() }
    watch?.instance(self, published: Publication(patch: patch, cause: cause, took: took))
    noteFootprint()
    // Later, for the answer that is being made tells of this version.
    if tree.hasCompletions { submit { $0.change { $0.complete() } } }
    return (patch, effects, failure)
  }

  func warn(_ detail: String, for request: Request?) {
    log.write(.warning, "page") {
      $0.add("page", page.path)
      $0.add("detail", detail)
      if let request { $0.add("id", request.id) }
    }
  }

  /// Builds a page once, for what is wrong with it, and says what its root lists.
  static func rehearse(
    _ page: Page, templates: TemplateLibrary, services: SiteServices, shares: [@Sendable (Tree) -> Void]
  ) -> (diagnostics: [Diagnostic], keys: [String], integers: [String]) {
    let tree = Tree(page.root(), templates: templates)
    defer { tree.end() }
    tree.resolver = PageServices(
      page.services.map { $0() }, site: services, browser: page.scope == .shared ? nil : RandomID.next())
    for share in shares { share(tree) }
    _ = tree.flushAll()
    return (tree.takeDiagnostics(), tree.snapshot().children.map(\.key), tree.warningsOfIntegers)
  }

  /// Takes up changed templates.
  func use(_ templates: TemplateLibrary, regions: [String]) {
    publisher.use(regions: regions)
    change { $0.use(templates) }
  }

  /// Changes the tree from outside: site-wide shares, new templates.
  package func change(_ change: (Tree) -> Void, cause: Cause = .site) {
    let start = ContinuousClock.now
    change(tree)
    push(cause: cause)
    reportIfSlow(since: start) { $0.add("cause", cause.name) }
  }
}
