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
  /// The holding to which it belongs.
  nonisolated let held: Held
  nonisolated let counts: PageCounts
  nonisolated let audience: Audience
  nonisolated let footprint: Footprint
  /// The term in which the node had the holding when it made the instance; 0 if it had not claimed it.
  private nonisolated let term: UInt64
  nonisolated let hold: InstanceHold
  /// Set once its browser has sent the cookie back. From then on, the id alone does not open the instance, even after a
  /// restart.
  private nonisolated let cookieShown: Atomic<Bool>

  package let tree: Tree
  let publisher: Publisher
  let persistence: Persistence
  /// The browser and the person to whom it belongs; nil if all share it, or if the site knows neither.
  nonisolated let owner: Sender?
  /// Why it must not be shown: a saved value cannot be read.
  nonisolated let stopReason: String?
  /// The saved values of the services that its nodes find.
  let records: [ServiceRecords]
  var replies: ReplyCache
  var work = Work()
  /// The waits for patches, each of a client if it is known.
  var polls = WaitingReplies<String?>()
  var followers = Followers()
  var pushes = Pushes()
  var rest = Rest()
  /// Whether `Accept-Language` has chosen the language of the page.
  var isNegotiated = false
  /// Whether a browser has repaired its page.
  var hasRepairs = false
  /// The turn that made the tree, until the instance runs in its lane.
  private var first: Turn?
  /// The language in which the site shows the page.
  var siteLanguage: Language
  var documents: PageDocuments
  /// The documents of the last version that clients may have, while the store saves what has changed since.
  var lastDocuments: PageDocuments?
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
  nonisolated var isFollowed: Bool { audience.count > 0 }
  /// Whether it has viewers, or a request holds it.
  package nonisolated var isInUse: Bool { isFollowed || hold.isHeld }
  nonisolated var log: Log { surroundings.log }
  nonisolated var metrics: Metrics { surroundings.metrics }
  nonisolated var siteClock: SiteClock { surroundings.siteClock }
  /// The frame of an error page about this page, in its language.
  var problemFrame: ProblemFrame {
    surroundings.templates.problemFrame(
      at: location, SiteLanguages.Choice(language: state.language, isNegotiated: isNegotiated))
  }
  var version: Version { publisher.version }
  /// What the tree is like.
  var state: TreeState { tree.state }

  /// Makes an instance with a root and flushes its tree for the first time. `kept` is its saved state. The tree gets the
  /// data of `shares` before the flush, and passes to `answer` every event that no container stopped.
  init(
    _ location: PageLocation, root: ContainerModel, name: PersistedInstance.Name, kept: PersistedInstance?,
    services browser: BrowserServices?, person: Identification.Person?, language: Language, lane: Lane,
    hold: InstanceHold, footprint: Footprint, in surroundings: Surroundings, of held: Held,
    shares: [@Sendable (Tree) -> Void],
    answer: @escaping (AnyEvent) -> Bool
  ) {
    self.name = name
    self.location = location
    url = InstanceURL(location, name)
    links = InstanceLinks(id: name.id, url)
    let page = location.page
    self.lane = lane
    self.hold = hold
    self.footprint = footprint
    self.surroundings = surroundings
    self.held = held
    let term = held.tenure?.term
    self.term = term ?? 0
    let (metrics, limits) = (surroundings.metrics, surroundings.limits)
    counts = metrics.pages[page.path] ?? PageCounts(page)
    audience = Audience(in: counts.viewers)
    warnings = surroundings.isDevelopment ? Warnings() : nil
    replies = ReplyCache(
      most: limits.receipts, room: limits.receiptBytes, before: kept?.events ?? [], at: surroundings.siteClock.now)
    var states = kept?.states ?? [:]
    let isCookieSaved = states.removeValue(forKey: Persistence.cookieKey) != nil
    cookieShown = Atomic(isCookieSaved)
    persistence = Persistence(
      of: name, in: held.saves, watch: metrics.store, log: surroundings.log, isCookieSaved: isCookieSaved)
    let templates = surroundings.templates.library
    let services = PageServices(of: page, site: surroundings.services, browser: browser)
    owner = Self.owner(name, browser, person, surroundings)
    siteLanguage = language
    let tree = Tree(
      root, title: page.title, owner: owner, services: services, site: answer, templates: templates,
      memory: surroundings.rendering, restoring: states, damaged: kept?.unreadable ?? [:],
      pushWindow: limits.pushWindow, prefix: surroundings.prefix, language: language)
    let site = held.holding == .site ? surroundings.services.records : nil
    records = [site, services.browser?.records].compactMap(\.self)
    self.tree = tree
    let html = HTMLDialect(
      events: url.ownEvents, load: name.owner.browser == nil ? "" : name.id,
      prefix: surroundings.prefix)
    // The epoch differs from the one before a restart: a client that comes back gets one snapshot and applies it in
    // place.
    let first = tree.turn(.change { tree in for share in shares { share(tree) } }, .unseen)
    Self.count(first, metrics)
    self.first = first
    publisher = Publisher(
      tree, isOwned: name.owner.browser != nil, epoch: surroundings.newEpoch(in: term),
      Dialects(html: html, regions: templates.regions(of: page)),
      limits: limits, metrics: metrics.streaming)
    documents = PageDocuments(version: publisher.version, regions: [])
    stopReason = tree.state.stopReason ?? records.lazy.compactMap(\.stopReason).first
  }

  /// Begins to work. The first call in the lane: signals wake the lane, so they may start only when the tree is in it.
  func begin() {
    publisher.onDrain = { [weak self] key in self?.submit { $0.publisher.catchUp(key) } }
    if let underWay { hold(until: underWay) }
    noteFootprint()
    report(first?.diagnostics ?? [], for: nil)
    begin(first?.tasks ?? [])
    first = nil
    tree.onArrival { [weak self] in
      let sender = Requester.current
      self?.submit { $0.hearSignals(from: sender) }
    }
  }

  private static func owner(
    _ name: PersistedInstance.Name, _ services: BrowserServices?, _ person: Identification.Person?,
    _ surroundings: Surroundings
  ) -> Sender? {
    guard surroundings.identification.rules.isUsed, let browser = name.owner.browser else { return nil }
    return Sender(
      browser, cookie: nil, services: services, person: person, isVisitor: true, isAnswered: true,
      by: surroundings.identification)
  }

  /// Whether the node has got the site anew since it made the instance. True also if it had not restored the services of the
  /// site by then.
  nonisolated var isFromBefore: Bool { held.holding == .site && held.tenure.map { $0.term != term } ?? false }

  /// The open question whether the node still has the holding: see `Tenure`.
  nonisolated var inQuestion: SaveTicket? { held.tenure?.inQuestion(in: term) }

  /// Notes that a request for this instance sent the cookie of its browser.
  nonisolated func note(cookieOf browser: String?) {
    if let browser, browser == self.browser { cookieShown.store(true, ordering: .relaxed) }
  }

  /// Runs work on the instance: at once if its lane is idle, else when its turn comes. Never blocks.
  package nonisolated func enter(_ work: @escaping @Sendable (isolated PageInstance) -> Void) {
    lane.enter { self.runInLane(work) }
  }

  /// Runs work on the instance for a thread that is in its lane.
  nonisolated func runInLane(_ work: @Sendable (isolated PageInstance) -> Void) {
    CrashNote.working(for: name.owner) { assumeIsolated(work) }
  }

  /// Runs work on the instance, on another thread.
  nonisolated func submit(_ work: @escaping @Sendable (isolated PageInstance) -> Void) {
    surroundings.unfinished.begin()
    lane.submit {
      self.runInLane(work)
      self.surroundings.unfinished.end()
    }
  }

  /// Performs a turn of the tree: sends its changes, as one more version, to the journal and to every viewer, begins its
  /// tasks, saves, and reports. `request` is the one whose event it was, if there is one.
  ///
  /// Only the sender of the request gets `effects`; without a request they are part of the patch, or are kept for the
  /// sender whose event a task has written. If the store cannot save the changes, viewers see them nevertheless, and the
  /// next turn tries again. An event that is not written yet is saved when it is.
  @discardableResult
  func perform(
    _ turn: Turn, for request: Request? = nil, acknowledging event: PersistedEvent? = nil, cause: Cause = .event
  ) -> (patch: Patch?, effects: [Effect], saved: Saved) {
    Self.count(turn, metrics)
    var (changes, effects) = (turn.changes, turn.effects)
    if request == nil && !effects.isEmpty {
      if !work.keep(effects) {
        changes = (changes ?? ChangeSet()).adding(effects)
        work.note(effects)
      }
      effects = []
    }
    begin(turn.tasks)
    let saved = save(event, isWritten: !turn.holdsReply, for: request)
    report(turn.diagnostics, for: request)
    // Not by `map`: in its closure, the compiler checks the lane once more.
    var patch: Patch?
    if let changes { patch = publish(changes) }
    if patch != nil { replyToPolls() }
    watch?.instance(self, published: Publication(patch: patch, cause: cause, took: turn.took))
    noteFootprint()
    // Runs later, because the current reply reports this version.
    if turn.hasCompletions { submit { $0.change(.completions) } }
    if followers.areUntold(state) { submit { $0.tellFollowers() } }
    return (patch, effects, saved)
  }

  /// Gives changes to the viewers, as soon as everything that they show is saved.
  private func publish(_ changes: ChangeSet) -> Patch {
    let underWay = underWay
    let patch = publisher.publish(changes, isSaved: underWay == nil)
    if let underWay { hold(until: underWay) }
    return patch
  }

  private static func count(_ turn: Turn, _ metrics: Metrics) {
    guard turn.flushes > 0 else { return }
    metrics.flushTime.observe(turn.took)
    metrics.flushes.add(turn.flushes)
    metrics.renders.add(turn.renders)
  }

  private func report(_ diagnostics: [Diagnostic], for request: Request?) {
    for diagnostic in diagnostics {
      if case .unreadable = diagnostic { metrics.store.unreadable.add() }
      warn(diagnostic.description, for: request)
    }
  }

  func warn(_ detail: String, for request: Request?) {
    log.write(.warning, "page") {
      $0.add("page", page.path)
      $0.add("detail", detail)
      if let request { $0.add("id", request.id) }
    }
  }

  /// Applies changed templates.
  func use(_ templates: TemplateLibrary, regions: [String]) {
    publisher.use(regions: regions)
    change(.templates(templates))
  }

  /// Lets the tree do some work that no request waits for.
  package func change(_ work: Turn.Work, cause: Cause = .site) {
    let start = ContinuousClock.now
    push(work, cause: cause)
    reportIfSlow(since: start) { $0.add("cause", cause.name) }
  }

  /// Changes the tree from outside, such as data that the site shares.
  package func change(_ change: @escaping (Tree) -> Void) { self.change(.change(change)) }

  /// Lets the tree do some work, and publishes changes that no request waits for; errors go to the log. A container that
  /// has just pushed changes waits until its window ends.
  func push(_ work: Turn.Work = .none, for visitor: Sender? = nil, cause: Cause) {
    pushes.cause = cause
    let start = ContinuousClock.now
    // What is pushed while the store saves becomes one version.
    let underWay = visitor != nil || pushes.areDue ? nil : underWay
    let turn = tree.turn(work, underWay == nil ? .due(at: siteClock.now) : .later, for: visitor)
    perform(turn, cause: cause)
    if let underWay { return push(after: underWay) }
    if let sender = pushes.sender { surroundings.eventRates.charge(sender, .now - start) }
    guard let next = turn.nextPush else {
      pushes.sender = nil
      return
    }
    guard pushes.timer == nil else { return }
    pushes.timer = later(at: next) { instance in
      instance.pushes.timer = nil
      instance.push(cause: instance.pushes.cause)
    }
  }

  /// When a save is done, publishes everything that was pushed until then. Another save may be under way again.
  private func push(after save: SaveTicket) {
    if pushes.awaitSave { return }
    pushes.awaitSave = true
    save.whenDone { [weak self] in
      self?.submit { instance in
        (instance.pushes.awaitSave, instance.pushes.areDue) = (false, true)
        instance.push(cause: instance.pushes.cause)
        instance.pushes.areDue = false
      }
    }
  }

  /// Publishes at once the changes that wait for the end of a window, for a client that must see them. Returns whether there
  /// were any.
  @discardableResult
  func pushWaiting() -> Bool {
    guard state.hasChanges else { return false }
    perform(tree.turn(), cause: pushes.cause)
    return true
  }

  /// Reports page code that took longer than `Limits.pages.slow`. It made all other viewers of this page wait, and it
  /// occupied a core if it computed.
  func reportIfSlow(since start: ContinuousClock.Instant, _ what: (inout LogLine) -> Void) {
    let took = ContinuousClock.now - start
    guard took > surroundings.limits.slow else { return }
    metrics.slow.add()
    log.write(.warning, "slow") {
      $0.add("page", page.path)
      what(&$0)
      $0.add("ms", Int(took / .milliseconds(1)))
    }
  }

  /// The bytes of a patch in each dialect.
  package func weights(of patch: Patch) -> [(dialect: String, bytes: Int)] {
    Dialect.allCases.map { ($0.rawValue, publisher.body(of: patch, $0).count) }
  }
}

/// The changes that wait for the end of a window.
struct Pushes {
  /// Ends the window.
  var timer: Task<Void, Never>?
  /// The cause of the last push.
  var cause = Cause.site
  /// Whose event on another page is the reason for what waits.
  var sender: Requester?
  /// Whether they wait for a save, and whether they have waited for it.
  var awaitSave = false, areDue = false
}
