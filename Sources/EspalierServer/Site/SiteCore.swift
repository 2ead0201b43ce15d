import Espalier
import EspalierHTTP
import EspalierLocks
import Synchronization

/// The internal parts of a site: its pages, instances, templates and files, and what they share.
package final class SiteCore: Sendable {
  let surroundings: Surroundings
  let pages: [Page]
  let files: StaticFiles
  let instances: InstanceTable
  /// The error that prevented opening the store, if one was configured.
  let storeError: SiteError?
  /// Why the prefix is invalid; nil if it is valid.
  let prefixError: SiteError?
  let workers: Workers
  let access: SiteAccess
  let hosts: HostNames
  let instanceRate: RateLimit
  let streams: BrowserStreams
  let rights = BrowserRights()
  let cookieRenewals = CookieRenewals()
  let observer: (any InstanceObserver)?
  let description = SiteDescription()
  /// The requests that this node handles and that no other may repeat.
  let unrepeatable = UnfinishedWork()
  /// What the site does by itself.
  let tasks: SiteTasks
  /// The signals whose values all nodes get.
  let carried = CarriedSignals()
  /// The stage of the server's life.
  let stage = Lock(ServerStage.serving)
  /// The limits of the site's servers.
  let httpLimits: HTTPLimits
  /// Checks the store while the site serves.
  let storeTask = Lock<Task<Void, Never>?>(nil)
  let handlers = Lock<[EventDescriptor: [@Sendable (AnyEvent) -> Void]]>([:])
  /// This process as a node of a cluster; nil for a site on one machine.
  let node: (any ClusterNode)?
  /// The file in which this process notes what it runs; nil if nobody would read it.
  let running = Lock<RunningFile?>(nil)
  /// Why other nodes cannot reach this one, if they cannot.
  let joinError = Lock<ServerError?>(nil)
  let index: PathIndex<SitePlace>
  let routes: [Route]
  /// Folders of static files at a prefix.
  let folders: [(path: [String], name: String, files: StaticFiles)]
  /// The site's own answer where there is nothing.
  let notFound: NotFound?

  init(
    _ pages: [Page], _ parts: SiteParts, templates: String, files: [String], memory: [String: StaticFile],
    client: ClientLinks,
    values: JSONObject, isDevelopment: Bool, styles: [String], languages: SiteLanguages, limits: Limits,
    store: Result<PageStore?, any Error>, prefix: Result<URLPrefix, URLPrefix.Invalid>,
    access: SiteAccess, hosts: [String], log: Log, clock: some Clock<Duration>, observer: (any InstanceObserver)?
  ) {
    self.pages = pages
    self.observer = observer
    tasks = SiteTasks(log)
    self.access = access
    httpLimits = limits.http
    storeError =
      if case .failure(let error) = store { SiteError(.store, "the store cannot be opened: \(error)") } else { nil }
    let found = (try? store.get()) ?? nil
    let store = found?.storage
    let node = found?.node
    self.node = node
    prefixError = if case .failure(let error) = prefix { SiteError(.access, "prefix: \(error)") } else { nil }
    let metrics = Metrics(pages: pages, store: found)
    let scripts = WordScripts(languages.all + pages.compactMap(\.language), code: BrowserClient.words)
    let files = StaticFiles(
      folders: files, memory: memory.merging(scripts.files) { one, _ in one }, sizeLimit: limits.pages.file,
      tooLarge: { metrics.rejections.add(to: .file) })
    self.files = files
    let siteClock = SiteClock(clock)
    let workers = Workers()
    self.workers = workers
    let saves = store.map { SaveQueue($0, metrics.store, log, awaitsFailed: node != nil) { workers.run($0) } }
    let holdings = Holdings(of: pages, saves, at: node)
    surroundings = Surroundings(
      log: log, holdings: holdings, metrics: metrics, limits: limits.pages, siteClock: siteClock,
      templates: SiteTemplates(
        folder: templates, styles: styles, isDevelopment: isDevelopment, client: client, values: values,
        links: isDevelopment ? .off : VersionedLinks { files.version(of: $0) }, scripts: scripts,
        prefix: (try? prefix.get()) ?? .none),
      identification: Identification(
        SiteServices(holdings, isHeld: node == nil, log: log, clock: siteClock), log: log),
      eventRates: EventRates(limits.pages), languages: languages, isDevelopment: isDevelopment)
    self.hosts = HostNames(names: hosts)
    instanceRate = RateLimit(perSecond: limits.pages.instancesPerSecond, burst: limits.pages.instanceBurst)
    streams = BrowserStreams(limit: limits.pages.streamsPerBrowser)
    var calls = SiteServices.SessionCalls()
    calls.changed = { [rights, unfinished = surroundings.unfinished] browser in
      let rights = rights[browser]
      if rights.isEmpty { return }
      // On another thread: whoever changes a session may hold a lock.
      let piece = unfinished.piece()
      Task.detached {
        for right in rights { right.check() }
        withExtendedLifetime(piece) {}
      }
    }
    instances = InstanceTable(limits.pages, siteClock: surroundings.siteClock)
    calls.renewed = { [streams, weak instances] services in
      streams.end(of: services.browser)
      instances?.endPolls(of: services.browser)
    }
    index = SitePlace.index(pages, parts.routes)
    routes = parts.routes
    notFound = parts.notFound
    folders = parts.files.map { folder in
      let path = folder.path.split(separator: "/").map(String.init)
      let files = StaticFiles(
        folders: [folder.folder], memory: [:], sizeLimit: limits.pages.file,
        tooLarge: { metrics.rejections.add(to: .file) })
      return (path, folder.folder, files)
    }
    calls.ended = { [weak self] services in
      self?.forget(services)
      self?.services.delete(services)
    }
    surroundings.services.sessionCalls = calls
  }

  var log: Log { surroundings.log }
  var holdings: Holdings { surroundings.holdings }
  /// What has to be saved of the site; nil without a store.
  var saves: SaveQueue? { holdings.site.saves }
  var closedPages: ClosedPages { surroundings.closedPages }
  var metrics: Metrics { surroundings.metrics }
  var limits: PageLimits { surroundings.limits }
  var siteClock: SiteClock { surroundings.siteClock }
  var templates: SiteTemplates { surroundings.templates }
  var prefix: URLPrefix { surroundings.prefix }
  var services: SiteServices { surroundings.services }
  var languages: SiteLanguages { surroundings.languages }
  var identification: Identification { surroundings.identification }

  /// The description of the site for `/openapi.json`, with the events that its pages have at the start.
  func api(events: [String: [EventSample]]) -> OpenAPI {
    OpenAPI(
      pages: pages, routes: routes, limits: limits, hasMetrics: access[SiteAccess.metrics].exposure.isOnSite,
      knowsPeople: identification.rules.isUsed,
      events: events, prefix: prefix)
  }

  /// The location that a request names, and which part of it; nil if no page has the path.
  func location(of request: Request) throws(HTTPError) -> (location: PageLocation, part: PageLocation.Part)? {
    guard let match = index.match(request.segments), case .page(let page, let part) = match.target else { return nil }
    return (try match.location(of: page, query: request.query), part)
  }

  /// The page's location at a URL of this site; nil if no page is there.
  func page(at url: String) throws(HTTPError) -> PageLocation? {
    let target = try RequestTarget(url)
    guard let match = index.match(target.segments), case .page(let page, .page) = match.target else { return nil }
    return try match.location(of: page, query: target.query)
  }

  /// The markup around the page's list, from the current templates.
  func shell(of page: Page, _ view: PageView) throws(HTTPError) -> PageShell {
    do {
      try refreshTemplates()
      return try templates.shell(of: page, view, navigation: pages.filter(\.isListed))
    } catch {
      throw HTTPError(.internalError, "\(error)")
    }
  }

  /// Applies changed templates to every page.
  func refreshTemplates() throws(SiteError) {
    guard try templates.refresh() else { return }
    let library = templates.library
    // Uses `enter`, not `submit`: the page that is being read must already show the new templates.
    for instance in instances.all {
      instance.enter { $0.use(library, regions: library.regions(of: $0.page)) }
    }
  }

  /// Shares a value with the other nodes of a cluster.
  func shareElsewhere<Value>(_ value: Value, _ data: SharedData<Value>) {
    guard let node else { return }
    let label = data.name.label
    guard Value.self is any Decodable.Type, let json = JSON(ofCodable: value) else {
      return complain(
        label, "The site shares a value that cannot be encoded, so other nodes do not get it. Make it Codable.")
    }
    if instances.isAmbiguous(label) {
      return complain(label, "The site shares two kinds of data under this label, so other nodes do not get the value.")
    }
    node.share(json, labelled: label)
  }

  private func complain(_ label: String, _ detail: String) {
    log.write(.error, "cluster") {
      $0.add("label", label)
      $0.add("detail", detail)
    }
  }

  /// Calls the site's handlers of an event. Returns false if there are none.
  func answer(_ sent: AnyEvent) -> Bool {
    let answering = handlers.withLock({ $0[sent.name] }) ?? []
    for handler in answering { handler(sent) }
    return !answering.isEmpty
  }
}

extension JSON {
  /// A value as JSON; nil if its type is not Encodable, or if encoding fails. An empty optional is null.
  fileprivate init?<Value>(ofCodable value: Value) {
    func json<Encoded: Encodable>(_ type: Encoded.Type) -> JSON? {
      (value as? Encoded).flatMap { try? JSON(encoding: $0) }
    }
    guard let type = Value.self as? any Encodable.Type, let json = json(type) else { return nil }
    self = json
  }
}

extension SiteCore {
  /// The frame of an error page. It links to the page that the request was about, and has its language; otherwise it links
  /// to the first listed page, and has the language of the sender.
  func problemFrame(for request: Request) -> ProblemFrame {
    let found = (try? location(of: request)) ?? nil
    let choice = found.map { languages.choice(of: $0.location.page, for: request) } ?? languages.choice(for: request)
    // The page itself cannot be read, so a link to it would lead nowhere.
    if let found, found.part != .page || !found.location.page.entry.hasParameters {
      return templates.problemFrame(at: found.location, choice)
    }
    return templates.problemFrame(at: pages.first(where: \.isListed)?.location, choice)
  }

  /// The frame of the error pages of requests that never reach the router, such as a body that is too large. It links to
  /// the first listed page.
  var earlyProblemFrame: ProblemFrame {
    let choice = SiteLanguages.Choice(language: languages.standard, isNegotiated: false)
    return templates.problemFrame(at: pages.first(where: \.isListed)?.location, choice)
  }

  /// How long a stopping server waits for busy pages, so that their viewers also get the last message.
  private static let patience = Duration.milliseconds(250)
  /// How long a stopping server waits for the store to answer its last saves.
  private static let lastSaves = Duration.seconds(5)

  /// Applies a stage of the server's life. Before the end, every stream gets a last message.
  func enter(_ stage: ServerStage) {
    self.stage.withLock { $0 = stage }
    if stage == .serving {
      storeTask.withLock { $0 = $0 ?? watchStore() }
      if node == nil { tasks.begin() }
    }
    if stage == .stopping {
      tasks.end()
      storeTask.withLock { task in
        task?.cancel()
        task = nil
      }
      sayGoodbye()
      saveServices()
      wait(upTo: Self.lastSaves) { holdings.all.allSatisfy { $0.saves?.underWay == nil } }
      leave()
    }
  }

  /// Lets a thread that no client waits for wait.
  private func wait(upTo limit: Duration, until isOver: () -> Bool) {
    let end = ContinuousClock.now + limit
    while !isOver() && ContinuousClock.now < end { pause(.milliseconds(1)) }
  }

  /// Lets another node have the site at once.
  private func leave() {
    guard let node else { return }
    wait(upTo: httpLimits.shutdownGrace) { unrepeatable.isOver }
    let hasLeft = Atomic(false)
    node.leave { _ in hasLeft.store(true, ordering: .releasing) }
    wait(upTo: Self.lastSaves) { hasLeft.load(ordering: .acquiring) }
  }

  /// A stream that attaches after its page has sent its last message is refused because of the stage, so no stream ends
  /// without a message.
  private func sayGoodbye() {
    let all = instances.all.filter { $0.audience.count > 0 }
    let done = Counter()
    for instance in all {
      instance.enter {
        $0.sayGoodbye()
        done.add()
      }
    }
    // A lane that is busy on another thread runs it there, soon.
    wait(upTo: Self.patience) { done.value >= all.count }
  }

  /// How often a serving site checks that its store still works.
  private static let storeInterval = Duration.seconds(1)

  /// Checks the store each second until the task is cancelled, and lets pages save again what it could not save; nil
  /// without a store.
  func watchStore() -> Task<Void, Never>? {
    if saves == nil { return nil }
    return Task.detached { [weak self, siteClock] in
      var forgotten = ForgottenInstances()
      while !Task.isCancelled {
        do {
          // Held only for the check, so that the task does not keep the site alive.
          guard let site = self else { return }
          site.checkStore(&forgotten)
        }
        await siteClock.sleep(until: siteClock.now + Self.storeInterval)
      }
    }
  }

  private func checkStore(_ forgotten: inout ForgottenInstances) {
    guard let saves else { return }
    saves.check()
    // Perhaps no other event comes that would save what could not be saved.
    for case let saves? in holdings.all.map(\.saves) where saves.hasFailed { saves.commit() }
    holdings.releaseUnused()
    services.turns.ifIdle { saveServices() }
    if metrics.store.takeUnsaved() { for instance in instances.all { instance.submit { $0.saveDue() } } }
    let now = saves.storage.forgotten
    report(now.unused - forgotten.unused, "they were not used for a long time")
    report(now.room - forgotten.room, "the store had no more room")
    forgotten = now
  }

  /// Saves what services have changed outside of events.
  func saveServices() {
    do { try services.saveChanged() } catch {
      metrics.store.failures.add()
      log.write(.error, "store") { $0.add("detail", "\(error)") }
    }
  }

  private func report(_ deleted: Int, _ reason: String) {
    guard deleted > 0 else { return }
    log.write(.warning, "store") {
      $0.add("detail", "The store deleted saved page instances, because \(reason).")
      $0.add("instances", deleted)
    }
  }
}
