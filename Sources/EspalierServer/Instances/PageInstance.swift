import EspalierHTTP
package import Espalier
import Synchronization

/// A live tree of a page, with its version, its journal and its viewers. All its code runs in its lane.
package actor PageInstance {
  package nonisolated let name: PersistedInstance.Name
  nonisolated let location: PageLocation
  nonisolated let url: InstanceURL
  /// The headers that each reply about the instance has. They never change, so they are put together once.
  nonisolated let links: InstanceLinks
  nonisolated let lane: Lane
  /// The parts that all instances of the site share.
  nonisolated let surroundings: Surroundings
  nonisolated let counts: PageCounts
  nonisolated let audience: Audience
  nonisolated let footprint: Footprint
  nonisolated let hold = InstanceHold()
  /// Set once its browser has sent the cookie back. From then on, the id alone does not open the instance, even after a
  /// restart.
  private nonisolated let cookieShown: Atomic<Bool>

  package let tree: Tree
  let publisher: Publisher
  let persistence: Persistence
  /// The browser and the person to whom it belongs; nil if all share it, or if the site knows neither.
  nonisolated let owner: Sender?
  /// Why it must not be shown: a saved value cannot be read.
  nonisolated let unreadableState: String?
  /// The saved values of the services that its nodes find.
  let records: [ServiceRecords]
  var replies: ReplyCache
  var work = Work()
  var polls = WaitingReplies<Void>()
  var pushes = Pushes()
  var rest = Rest()
  /// Whether `Accept-Language` has chosen the language of the page.
  var isNegotiated = false
  /// Whether a browser has repaired its page.
  var hasRepairs = false
  var documents: PageDocuments
  /// The headers of the last reply with the page.
  var head: PageHead?
  /// The warnings that the log already has; nil except in development.
  var warnings: Warnings?
  /// Observes each publication, for a development tool.
  package var watch: (any InstanceWatch)?
  /// A placeholder in the lists for the number of a page's load. It is random, so no text of a user contains it.
  let loadMark = "\u{1}" + RandomID.next()

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    // Safe: the lane lives as long as the instance.
    unsafe lane.asUnownedSerialExecutor()
  }

  nonisolated var id: String { name.id }
  nonisolated var page: Page { location.page }
  /// The browser that owns it; nil if all browsers share it.
  nonisolated var browser: String? { name.owner.browser }
  nonisolated var isOwned: Bool { browser != nil }
  /// Whether its browser was forgotten.
  nonisolated var isForgotten: Bool { owner?.services?.hasEnded == true }
  /// Whether its id alone opens it no more: its browser has shown a cookie.
  nonisolated var needsCookie: Bool { hasShownCookie || owner?.services?.secret.isSet == true }
  /// Whether it stays until the server ends.
  nonisolated var isPermanent: Bool { page.hasOneInstance }
  nonisolated var hasShownCookie: Bool { cookieShown.load(ordering: .relaxed) }
  /// Whether it has viewers.
  package nonisolated var isFollowed: Bool { audience.count > 0 }
  /// Whether it has viewers, or a request holds it.
  nonisolated var isInUse: Bool { isFollowed || hold.isHeld }
  nonisolated var log: Log { surroundings.log }
  nonisolated var metrics: Metrics { surroundings.metrics }
  nonisolated var siteClock: SiteClock { surroundings.siteClock }
  /// The frame of an error page about this page, in its language.
  var problemFrame: ProblemFrame {
    surroundings.templates.problemFrame(
      at: location, SiteLanguages.Choice(language: tree.language, isNegotiated: isNegotiated))
  }
  var version: Version { publisher.version }

  /// Makes an instance with a root and flushes its tree for the first time. `kept` is its saved state. Before the flush,
  /// `prepare` passes the data that the site shares to the tree.
  init(
    _ location: PageLocation, root: ContainerModel, name: PersistedInstance.Name, kept: PersistedInstance?,
    services browser: BrowserServices?, person: Identification.Person?, language: Language, lane: Lane,
    footprint: Footprint,
    in surroundings: Surroundings, prepare: (Tree) -> Void
  ) {
    self.name = name
    self.location = location
    url = InstanceURL(location, name)
    links = InstanceLinks(id: name.id, url)
    let page = location.page
    self.lane = lane
    self.footprint = footprint
    self.surroundings = surroundings
    let (metrics, limits) = (surroundings.metrics, surroundings.limits)
    counts = metrics.pages[page.path] ?? PageCounts(page)
    audience = Audience(in: counts.viewers)
    warnings = surroundings.isDevelopment ? Warnings() : nil
    replies = ReplyCache(
      perSender: limits.receipts, room: limits.receiptBytes, before: kept?.events ?? [], at: surroundings.siteClock.now)
    var states = kept?.states ?? [:]
    let isCookieSaved = states.removeValue(forKey: Persistence.cookieKey) != nil
    cookieShown = Atomic(isCookieSaved)
    persistence = Persistence(
      of: name, in: surroundings.saves, watch: metrics.store, log: surroundings.log, isCookieSaved: isCookieSaved)
    let templates = surroundings.templates.library
    let tree = Tree(
      root, templates: templates, memory: surroundings.rendering, restoring: states, damaged: kept?.unreadable ?? [:],
      pushWindow: limits.pushWindow,
      prefix: surroundings.prefix, language: language)
    let services = PageServices(
      page.services.map { $0() }, site: surroundings.services, browser: browser)
    tree.resolver = services
    owner = Self.owner(name, browser, person, surroundings)
    tree.visitor = owner
    records = [surroundings.services.records, services.browser?.records].compactMap(\.self)
    self.tree = tree
    let html = HTMLDialect(
      events: url.ownEvents, load: name.owner.browser == nil ? "" : name.id,
      prefix: surroundings.prefix)
    // The epoch differs from the one before a restart: a client that comes back gets one snapshot and applies it in
    // place.
    publisher = Publisher(
      tree, isOwned: name.owner.browser != nil, epoch: String(RandomID.next().prefix(6)),
      Dialects(html: html, regions: templates.regions(of: page)),
      limits: limits, metrics: metrics.streaming)
    documents = PageDocuments(version: publisher.version, regions: [])
    tree.declaredTitle = page.title
    prepare(tree)
    _ = Self.flush(tree, metrics) { tree in
      tree.flushUnseen()
      return nil
    }
    unreadableState = tree.unreadableState ?? records.lazy.compactMap(\.stopReason).first
    // Signals wake the lane, so they may start only now that the tree is in it.
    enter { instance in
      instance.publisher.onDrain = { [weak instance] key in instance?.submit { $0.publisher.catchUp(key) } }
      instance.noteFootprint()
      instance.reportUnreadable()
      instance.beginWork()
      instance.tree.onArrival { [weak instance] in
        let sender = Requester.current
        instance?.submit { $0.hearSignals(from: sender) }
      }
    }
  }

  private static func owner(
    _ name: PersistedInstance.Name, _ services: BrowserServices?, _ person: Identification.Person?,
    _ surroundings: Surroundings
  ) -> Sender? {
    let rules = surroundings.identification.rules
    guard rules.isUsed, let browser = name.owner.browser else { return nil }
    return Sender(
      browser, cookie: nil, services: services, person: person, site: surroundings.services, rules: rules,
      log: surroundings.log, isAnswered: true)
  }

  /// Notes that a request for this instance sent the cookie of its browser.
  nonisolated func note(cookieOf browser: String?) {
    if let browser, browser == self.browser { cookieShown.store(true, ordering: .relaxed) }
  }

  /// Runs work on the instance: at once if its lane is idle, else when its turn comes. Never blocks.
  package nonisolated func enter(_ work: @escaping @Sendable (isolated PageInstance) -> Void) {
    lane.enter { CrashNote.working(for: self.name.owner) { self.assumeIsolated(work) } }
  }

  /// Runs work on the instance, on another thread.
  nonisolated func submit(_ work: @escaping @Sendable (isolated PageInstance) -> Void) {
    surroundings.unfinished.begin()
    lane.submit {
      CrashNote.working(for: self.name.owner) { self.assumeIsolated(work) }
      self.surroundings.unfinished.end()
    }
  }

  /// Publishes the changes since the last call, caused by `request` if there is one. Saves them, and sends one more
  /// version to the journal and to every viewer.
  ///
  /// Only the sender of the request gets `effects`; without a request they are part of the patch, or are kept for the
  /// sender whose event a task has written. If the store cannot save the changes, viewers see them nevertheless, and the
  /// next call tries again. An event that is not written yet is saved when it is.
  @discardableResult
  func publish(
    for request: Request? = nil, acknowledging event: PersistedEvent? = nil, isWritten: Bool = true,
    cause: Cause = .event, by flush: (Tree) -> ChangeSet? = { $0.flushAll() }
  ) -> (patch: Patch?, effects: [Effect], saved: Saved) {
    var (changes, took) = Self.flush(tree, metrics, by: flush)
    // Effects wait while changes wait for a push window, because they may be about rows that are not sent yet.
    var effects = tree.hasChanges ? [] : tree.takeEffects()
    if request == nil && !effects.isEmpty {
      if !work.keep(effects) {
        changes = (changes ?? ChangeSet()).adding(effects)
        work.note(effects)
      }
      effects = []
    }
    // A dialog is for the sender only, whatever else waits.
    if request != nil { effects = tree.takeDialogEffects() + effects }
    beginWork()
    let saved = save(event, isWritten: isWritten, for: request)
    for diagnostic in tree.takeDiagnostics() { report(diagnostic, for: request) }
    let patch = changes.map { publisher.publish($0) }
    if patch != nil { replyToPolls() }
    watch?.instance(self, published: Publication(patch: patch, cause: cause, took: took))
    noteFootprint()
    // Runs later, because the current reply reports this version.
    if tree.hasCompletions { submit { $0.change { $0.complete() } } }
    return (patch, effects, saved)
  }

  func warn(_ detail: String, for request: Request?) {
    log.write(.warning, "page") {
      $0.add("page", page.path)
      $0.add("detail", detail)
      if let request { $0.add("id", request.id) }
    }
  }

  /// Builds a page once with a root, to find what is wrong with it and what its root lists.
  static func rehearse(
    _ page: Page, _ root: ContainerModel, in surroundings: Surroundings, shares: [@Sendable (Tree) -> Void]
  ) -> Rehearsal {
    let services = surroundings.services
    let tree = Tree(root, templates: surroundings.templates.library, memory: surroundings.rendering)
    defer { tree.end() }
    tree.resolver = PageServices(
      page.services.map { $0() }, site: services,
      browser: page.scope == .shared ? nil : BrowserServices("", nil, services))
    for share in shares { share(tree) }
    tree.flushUnseen()
    let root = tree.snapshot()
    return Rehearsal(
      diagnostics: tree.takeDiagnostics(), keys: root.children.map(\.key),
      integers: surroundings.isDevelopment ? tree.warningsOfIntegers : [],
      events: EventSample.samples(of: root))
  }

  /// The result of building a page once.
  struct Rehearsal {
    let diagnostics: [Diagnostic]
    /// The keys of the root's children.
    let keys: [String]
    /// Warnings for developers about events that accept any integer.
    let integers: [String]
    /// The events of the cells.
    let events: [EventSample]
  }

  /// Applies changed templates.
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
