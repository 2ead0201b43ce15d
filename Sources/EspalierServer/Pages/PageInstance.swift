import EspalierHTTP
package import Espalier
import Synchronization

/// One living tree of a page, with its version, its journal and its viewers. Everything in it happens in its lane.
package actor PageInstance {
  package nonisolated let name: KeptInstance.Name
  nonisolated let page: Page
  nonisolated var id: String { name.id }
  /// The browser it belongs to; nil for one that all share.
  nonisolated var browser: String? { name.owner.browser }
  nonisolated var isOwned: Bool { browser != nil }
  /// Set once its browser has brought the cookie back; from then on the id alone does not lead here, also after a restart.
  private nonisolated let cookieShown: Atomic<Bool>
  /// Whether the store knows that.
  var isCookieSaved: Bool
  nonisolated var hasShownCookie: Bool { cookieShown.load(ordering: .relaxed) }
  nonisolated let lane: Lane
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    // Safe: the lane lives as long as the instance.
    unsafe lane.asUnownedSerialExecutor()
  }

  package let tree: Tree
  private(set) var dialects: Dialects
  let log: Log
  let store: (any PageStore)?
  private(set) var version: Version
  var journal: Journal
  var viewers: [ObjectIdentifier: Viewer] = [:]
  var snapshots: SnapshotFrames?
  var outcomes: Outcomes
  var unsaved: UnsavedEvents
  var polls = WaitingReplies<Void>()
  var work = Work()
  let uptime: Uptime
  /// Ends the window for which pushed changes wait.
  var pushTimer: Task<Void, Never>?
  /// What the last push was for.
  var pushCause = Cause.site
  /// Sees each publication, for a development tool.
  package var watch: (any InstanceWatch)?
  /// The events of which it was said that nobody answers them; nil but in development.
  var unanswered: Set<EventName>?
  /// The events of which it was said that they take any integer; nil but in development.
  var unboundedEvents: Set<EventName>?
  nonisolated let audience: Audience
  nonisolated let metrics: Metrics
  nonisolated let counts: PageCounts
  let problemFrame: ProblemFrame
  let comeback: ClosedRange<Duration>
  let slow: Duration
  /// Bytes of patches that whoever comes back is sent, though the page as it is now were shorter.
  let replay: Int
  var documents: PageDocuments
  nonisolated let footprint: Footprint
  /// Requests that hold it.
  nonisolated let visits = Atomic(0)
  /// Whether the table does not have it, not yet or no longer: what it does then is not saved.
  nonisolated let isRetired = Atomic(true)
  /// Whether somebody looks at it.
  package nonisolated var isFollowed: Bool { audience.count > 0 }
  /// Whether somebody looks at it, or a request holds it.
  nonisolated var isInUse: Bool { audience.count > 0 || visits.load(ordering: .sequentiallyConsistent) > 0 }
  /// Stands in the lists for the number of a page's load. Nobody who writes a text can know it.
  let loadMark = "\u{1}" + RandomID.next()

  /// A new instance whose tree is listed for the first time, from what was kept of it. `prepare` shares what the site
  /// shares, before that.
  init(
    _ page: Page, name: KeptInstance.Name, kept: KeptInstance?, lane: Lane, footprint: Footprint, site: Site,
    prepare: (Tree) -> Void
  ) {
    self.name = name
    self.page = page
    self.lane = lane
    log = site.log
    store = site.store
    metrics = site.metrics
    problemFrame = site.problemFrame(at: page)
    counts = site.metrics.pages[page.path] ?? PageCounts(page)
    audience = Audience(of: counts)
    comeback = site.limits.comeback
    slow = site.limits.slow
    replay = site.limits.streamPending
    // Another epoch than before a restart: whoever comes back gets one snapshot, which is applied in place.
    let version = Version(epoch: String(RandomID.next().prefix(6)))
    self.version = version
    documents = PageDocuments(version: version, regions: [])
    self.footprint = footprint
    journal = Journal(capacity: site.limits.journal, room: site.limits.journalBytes)
    outcomes = Outcomes(
      capacity: site.limits.receipts, room: site.limits.receiptBytes, before: kept?.events ?? [])
    unsaved = UnsavedEvents(capacity: site.limits.receipts)
    var states = kept?.states ?? [:]
    isCookieSaved = states.removeValue(forKey: Self.cookieKey) != nil
    cookieShown = Atomic(isCookieSaved)
    let templates = site.templates.library
    let load = name.owner.browser == nil ? "" : name.id
    dialects = Dialects(
      html: HTMLDialect(events: InstanceURL(page, name).ownEvents, load: load), regions: templates.regions(of: page))
    uptime = site.uptime
    unanswered = site.isDevelopment ? [] : nil
    unboundedEvents = unanswered
    let tree = Tree(
      page.root(), templates: templates, restoring: states, pushWindow: site.limits.pushWindow)
    tree.resolver = PageServices(page, site: site.services, browser: name.owner.browser)
    self.tree = tree
    prepare(tree)
    _ = metrics.flush(tree)
    // Signals wake the lane, so not before the tree is in it.
    enter { instance in
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
    for request: Request? = nil, acknowledging event: KeptEvent? = nil, cause: Cause = .event,
    by flush: (Tree) -> ChangeSet? = { $0.flushAll() }
  ) -> (patch: Patch?, effects: [Effect], failure: HTTPError?) {
    var (changes, took) = metrics.flush(tree, by: flush)
    // What is about rows that are on their way waits for them.
    var effects = tree.hasChanges ? [] : tree.takeEffects()
    if request == nil && !effects.isEmpty {
      changes = (changes ?? ChangeSet()).adding(effects)
      effects = []
    }
    beginWork()
    let failure = save(event, for: request)
    for diagnostic in tree.takeDiagnostics() { report(diagnostic, for: request) }
    var patch: Patch?
    if let changes {
      version.number += 1
      metrics.patches.add()
      let new = Patch(changes, version: version, metrics: metrics)
      remember(new)
      for viewer in viewers.values { send(new, to: viewer) }
      replyToPolls()
      patch = new
    }
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
    tree.resolver = PageServices(page, site: services, browser: page.scope == .shared ? nil : RandomID.next())
    for share in shares { share(tree) }
    _ = tree.flushAll()
    return (tree.takeDiagnostics(), tree.snapshot().children.map(\.key), tree.warningsOfIntegers)
  }

  /// Takes up changed templates.
  func use(_ templates: TemplateLibrary, regions: [String]) {
    if regions != dialects.regions { dialects = Dialects(html: dialects.html, regions: regions) }
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
