internal import CMicroHTTPD
import EspalierLocks
import Glibc
import Synchronization

/// One daemon and the thread that leads it. The leader waits for sockets, runs the daemon, and then runs the page code
/// that requests and other threads queued. See `Leadership` for page code that takes long.
final class Loop: @unchecked Sendable {
  // Sendable: the queue has a lock, the daemon is set before the first thread starts, and only the leader touches
  // everything that changes later. `Leadership` passes it from one leader to the next.
  let responder: any Responder
  let limits: HTTPLimits
  let log: Log
  let shared: LoopShared
  var metrics: HTTPMetrics { shared.metrics }

  private let queue = Lock(LoopQueue())
  private let signal: Signal
  private let epoll: Epoll
  private let leadership = Leadership()
  private let ended = Semaphore()
  private let threadID = Atomic<UInt>(0)

  // These have no run-time checks of exclusive access (SE-0176): only the leader uses them, and no change of one of them
  // runs code that uses it too.
  @safe @exclusivity(unchecked) private var daemon: Daemon?
  private var connections: [Int32: Connection] = [:]
  @safe @exclusivity(unchecked) private var nextScan = ContinuousClock.now
  private var drain: Drain?
  /// Connections above the limit, in the order in which they came. Some may have ended.
  private var surplus: [Connection] = []
  /// How many connections the daemon has accepted, or was told to close, in this run.
  @safe @exclusivity(unchecked) private var arrivals = 0
  /// Whether the reply to the request that ends next did not fit the connection's memory.
  @safe @exclusivity(unchecked) private var hasLostReply = false
  private var lines: [UInt8] = []
  /// An empty array with memory for the next items of the queue.
  @safe @exclusivity(unchecked) private var spareItems: [LoopQueue.Item] = []
  @safe @exclusivity(unchecked) private var backlog = Backlog()
  @safe @exclusivity(unchecked) private var lastTurn = ContinuousClock.now
  @safe @exclusivity(unchecked) private var plannedWait = Duration.zero
  private let wasStuck = Atomic(false)

  init(
    _ configuration: HTTPConfiguration, _ responder: any Responder, _ shared: LoopShared
  ) throws(ServerError) {
    self.responder = responder
    limits = configuration.limits
    log = configuration.log
    self.shared = shared
    signal = try Signal()
    epoll = try Epoll()
    epoll.addInput(signal.descriptor)
  }

  // MARK: From any thread

  /// Starts the daemon on a descriptor of the listening socket, and the thread.
  func start(listening socket: Int32) throws(ServerError) {
    let daemon = try Daemon(listening: socket, loop: self, connections: shared.room.capacity)
    epoll.addInput(daemon.descriptor)
    self.daemon = daemon
    guard Thread({ [self] in lead() }) != nil else { throw .noThread }
  }

  /// Starts to stop the loop; see `Drain`.
  func stop() { control { [self] in beginDrain() } }

  /// Waits until the loop and its last leader have ended. A leader must not call it.
  func join() {
    ended.wait()
    pthread_join(pthread_t(threadID.load(ordering: .relaxed)), nil)
  }

  /// Whether the caller leads this loop, or led it when it stepped out.
  private var isCurrent: Bool { threadID.load(ordering: .relaxed) == UInt(pthread_self()) }

  /// Queues page code to run outside of the daemon. Returns false if the loop has ended.
  func run(_ work: @escaping @Sendable () -> Void) -> Bool { add(.page(work)) }

  /// Queues work that touches connections, for the leader. If the loop has ended, runs it at once on this thread.
  func control(_ work: @escaping @Sendable () -> Void) {
    if !add(.own(work)) { work() }
  }

  /// Wakes a suspended connection. The leader must do it and then run the daemon, because the daemon's timeout does not
  /// include resumed connections. A turn does both.
  func resume(_ exchange: Exchange) { _ = add(.resume(exchange)) }

  /// Returns false if the loop has ended.
  private func add(_ item: LoopQueue.Item) -> Bool {
    let (isTaken, isFirst) = queue.withLock { queue in queue.isOpen ? (true, queue.add(item)) : (false, false) }
    // On the loop's own thread the next turn sees the queue before it waits.
    if isFirst && !isCurrent { signal.set() }
    return isTaken
  }

  // MARK: As the leader

  /// Leads until the loop ends or another thread takes the lead. `join` waits only for the last leader.
  private func lead() {
    threadID.store(UInt(pthread_self()), ordering: .relaxed)
    while drain?.isOver != true { guard turn() else { return Thread.detachCurrent() } }
    end()
  }

  /// Runs one turn: waits, takes the queue, runs the daemon and page code, and checks the clock. Returns false if
  /// another thread has taken the lead.
  private func turn() -> Bool {
    waitForEvents()
    takeQueue()
    runDaemon()
    guard runPageCode() else { return false }
    let now = ContinuousClock.now
    excuseLateness(now)
    if now >= nextScan { scan(now) }
    if drain != nil { advanceDrain(now) }
    flushLines()
    return true
  }

  /// Runs the daemon, and again while connections arrive: it accepts only a few in one run. Otherwise new clients, such as
  /// a health check, would wait for the page code of those before them.
  private func runDaemon() {
    for _ in 0..<Self.mostRuns {
      arrivals = 0
      daemon?.run()
      if arrivals < Self.acceptedInRun { return }
    }
  }

  /// How many connections libmicrohttpd 0.9.75 accepts in one run.
  private static let acceptedInRun = 10
  private static let mostRuns = 200

  /// Runs the waiting page code, each piece outside of the loop, and then sends the answers. A batch that takes long
  /// continues in the next turn, so that the loop serves connections and requests that need no page in between. Returns
  /// false if another thread has taken the lead.
  private func runPageCode() -> Bool {
    guard !backlog.isEmpty else { return true }
    let start = shared.watchdog.tick
    while shared.watchdog.tick - start < 2, let item = backlog.takeFirst() {
      if case .request(let exchange, _) = item { exchange.isWaiting = false }
      let step = leadership.stepOut()
      shared.watchdog.leaderIsOut()
      Self.perform(item)
      guard leadership.comeBack(from: step) else {
        shared.watchdog.strayEnded()
        return false
      }
    }
    takeQueue()
    // The first run takes the answers, the second writes them. A request that is not answered at once needs both.
    daemon?.run()
    if daemon?.timeout == 0 { daemon?.run() }
    return true
  }

  private static func perform(_ item: Backlog.Item) {
    switch item {
    case .request(let exchange, let request): exchange.respond(to: request)
    case .work(let work): work()
    }
  }

  /// Queues a request until the daemon has returned.
  func later(_ exchange: Exchange, _ request: Request) { backlog.add(.request(exchange, request)) }

  /// The step since which the leader is out; nil if it is not out.
  var stepOfAbsence: UInt64? { leadership.stepOfAbsence }

  /// Starts a thread that takes the lead if the leader is still out. The watchdog calls it.
  func replaceLeader(outSince step: UInt64) {
    let thread = Thread { [self] in
      guard leadership.take(from: step) else { return Thread.detachCurrent() }
      shared.watchdog.strayBegan()
      lead()
    }
    if thread == nil { noteStuck() }
  }

  /// The limit of threads in page code is reached: this loop serves nobody until its leader is back.
  func noteStuck() {
    guard !wasStuck.exchange(true, ordering: .relaxed) else { return }
    metrics.rejections.add(to: .threads)
    log.write(.error, "threads-full") { $0.add("threads", limits.threads) }
  }

  private func waitForEvents() {
    let untilScan = (nextScan - .now) / .milliseconds(1)
    var milliseconds = min(max(0, untilScan.rounded(.up)), 1000)
    if let timeout = daemon?.timeout { milliseconds = min(milliseconds, Double(timeout)) }
    if !backlog.isEmpty || queue.withLock({ !$0.isEmpty }) { milliseconds = 0 }
    plannedWait = .milliseconds(milliseconds)
    epoll.wait(milliseconds: Int32(milliseconds)) { descriptor in
      if descriptor == signal.descriptor {
        signal.clear()
      } else if let exchange = connections[descriptor]?.exchange {
        exchange.hungUp()
      }
    }
  }

  private func takeQueue() {
    var items = spareItems
    spareItems = []
    queue.withLock { $0.exchange(for: &items) }
    for item in items {
      switch item {
      case .own(let work): work()
      case .page(let work): backlog.add(.work(work))
      case .resume(let exchange): unsafe MHD_resume_connection(exchange.handle)
      }
    }
    items.removeAll(keepingCapacity: items.count <= 1024)
    spareItems = items
  }

  /// If a turn took much longer than its planned wait, this process did not run, and the time must not count against
  /// clients.
  private func excuseLateness(_ now: ContinuousClock.Instant) {
    let late = now - lastTurn - plannedWait - .milliseconds(250)
    lastTurn = now
    guard late > .zero else { return }
    for connection in connections.values { connection.phase.excuse(late) }
    // Shorter delays are normal on a machine under load.
    if late > .seconds(5) { log.write(.warning, "stalled") { $0.add("ms", Int(late / .milliseconds(1))) } }
  }

  /// Drops clients that took too long, and sends heartbeats on silent streams.
  private func scan(_ now: ContinuousClock.Instant) {
    nextScan = now + scanPeriod
    wasStuck.store(false, ordering: .relaxed)
    for connection in connections.values {
      if let limit = connection.phase.overdue(at: now, limits) {
        dropOverdue(connection, limit)
      } else if connection.isSurplus, connection.phase.isOverdue(at: now, Self.surplusDeadline) {
        dismiss(connection)
      } else if connection.phase.needsPeer {
        checkReading(connection)
      } else if let reader = connection.exchange?.reader, now - reader.lastRead >= limits.heartbeat {
        reader.stream.beat(each: limits.heartbeat)
      }
    }
  }

  private func checkReading(_ connection: Connection) {
    let unread = connection.unread
    if unread == .end { connection.cut() }
    if connection.progress.isStuck(hasUnreadBytes: unread == .bytes) { dropOverdue(connection, .progress) }
  }

  /// Cuts the connection of a request that has not ended.
  func drop(_ exchange: Exchange, _ limit: LimitName) {
    if exchange.connection.exchange === exchange { dropOverdue(exchange.connection, limit) }
  }

  private func dropOverdue(_ connection: Connection, _ limit: LimitName) {
    guard connection.cut() else { return }
    connection.exceeded = limit
    metrics.rejections.add(to: limit)
    log.write(.debug, "overdue") {
      $0.add("limit", limit.rawValue)
      $0.add("remote", connection.remoteAddress)
      if let exchange = connection.exchange { $0.add("id", exchange.id) }
    }
  }

  /// Once a second, or more often if a limit is shorter than a few seconds.
  private var scanPeriod: Duration {
    if drain != nil { return .milliseconds(20) }
    return max(
      .milliseconds(20), min(.seconds(1), min(limits.headerDeadline, limits.bodyDeadline, limits.heartbeat) / 4))
  }

  /// Collects a line; the end of this turn writes it.
  func collect(_ event: String, _ fields: (inout LogLine) -> Void) {
    if let line = log.line(.info, event, fields) { lines += line }
  }

  private func flushLines() {
    guard !lines.isEmpty else { return }
    log.write(lines: lines)
    lines.removeAll(keepingCapacity: true)
  }

  // MARK: Connections

  /// Whether the daemon may accept a connection from an address.
  func admits(_ address: String) -> Bool {
    arrivals += 1
    guard shared.room.admits else {
      metrics.rejections.add(to: .connections)
      log.write(.warning, "connections-full") {
        $0.add("connections", shared.room.limit)
        $0.add("closed", address)
      }
      return false
    }
    if shared.isProxy(address) || shared.clients.admits(ClientGroup.name(of: address)) { return true }
    metrics.rejections.add(to: .connectionsPerAddress)
    log.write(.warning, "too-many-connections") { $0.add("remote", address) }
    return false
  }

  /// A connection has been accepted.
  func opened(_ handle: OpaquePointer) -> Connection {
    // Safe: the daemon's address lives as long as its connection, and is read here only.
    let address = unsafe espalier_client_address(handle).map { unsafe SocketAddress.host(of: $0) } ?? "unknown"
    let isSurplus = shared.room.enter()
    let connection = unsafe Connection(
      descriptor: espalier_connection_fd(handle), remoteAddress: address, isSurplus: isSurplus,
      isProxy: shared.isProxy(address))
    connections[connection.descriptor] = connection
    if !connection.isProxy { shared.clients.opened(ClientGroup.name(of: address)) }
    metrics.connectionsOpened.add()
    if isSurplus {
      log.write(.warning, "connections-full") { $0.add("connections", shared.room.limit) }
      makeRoom(for: connection)
    }
    return connection
  }

  /// How long a connection above the limit may take to send its request.
  private static let surplusDeadline = Duration.seconds(2)

  /// Closes the connection above the limit that has waited longest for its client, if there are too many, so that the next
  /// client gets a reply too.
  private func makeRoom(for connection: Connection) {
    surplus.removeAll { connections[$0.descriptor] !== $0 || $0.isCut }
    surplus.append(connection)
    guard shared.room.isOverfull, let first = surplus.firstIndex(where: { $0.phase.needsPeer }) else { return }
    dismiss(surplus.remove(at: first))
  }

  /// Tells a client why it gets nothing, and closes its connection.
  private func dismiss(_ connection: Connection) {
    guard !connection.isCut else { return }
    metrics.note(.serverFull)
    let problem = Problem(.serverFull, instance: shared.ids.make()).response(accepting: Accept(nil))
    if let exchange = connection.exchange {
      if shared.tls == nil { exchange.writeLast(problem) } else { exchange.lose("connections") }
    } else if shared.tls == nil {
      _ = connection.sendLast(problem.wire(id: "-", withBody: true))
    }
    connection.cut()
  }

  /// A connection has ended; its descriptor is closed right after.
  func closed(_ connection: Connection) {
    connections[connection.descriptor] = nil
    noteUnreadable(connection)
    shared.room.leave()
    if !connection.isProxy { shared.clients.closed(ClientGroup.name(of: connection.remoteAddress)) }
    metrics.connectionsClosed.add()
  }

  /// Logs that the daemon has closed a connection because it did not understand the first line of a request.
  private func noteUnreadable(_ connection: Connection) {
    let phase = connection.phase
    guard phase.isWaiting, phase.step != .last, !connection.isCut, drain == nil else { return }
    // The daemon also closes a connection that is silent for too long.
    guard ContinuousClock.now - phase.since < limits.idle - .seconds(2) else { return }
    // A client that left before the server looked counts if it has sent something.
    guard connection.isPeerThere || phase.step == .fresh && connection.hasSentBytes else { return }
    collect("unreadable") { $0.add("remote", connection.remoteAddress) }
  }

  /// A request line has been read.
  func targetRead(_ handle: OpaquePointer, _ target: UnsafePointer<CChar>) -> Exchange? {
    // Safe: the context is what `opened` returned, retained until `closed`.
    guard let context = unsafe espalier_socket_context(handle) else { return nil }
    let connection = unsafe Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
    let exchange = unsafe Exchange(handle, on: connection, loop: self, target: target)
    unsafe espalier_keep_raw(handle, target)
    connection.exchange = exchange
    return exchange
  }

  /// The daemon refuses a request with its own page, before this server checks it.
  func daemonRefuses(status: Int) {
    // If the whole head has arrived, this server can reply.
    if let exchange = connections.values.lazy.compactMap(\.exchange).first(where: \.isBeingRead) {
      return exchange.replyForDaemon(status: status)
    }
    metrics.requests.add(nil, status: status)
    // A target or a head that does not fit the connection's memory.
    if status == 414 || status == 431 { metrics.rejections.add(to: .headerMemory) }
  }

  /// The head of a reply does not fit the memory of its connection. The daemon closes the connection next.
  func replyIsLost() { hasLostReply = true }

  /// Whether the request that ends now has lost its reply.
  func takeLostReply() -> Bool {
    defer { hasLostReply = false }
    return hasLostReply
  }

  /// Watches for the peer of a connection to disconnect. The daemon does not watch a suspended connection.
  func watch(_ connection: Connection) {
    guard !connection.isWatched else { return }
    connection.isWatched = true
    epoll.addHangUp(connection.descriptor)
  }

  /// Ends the watch before the daemon closes the descriptor or uses it for another request.
  func unwatch(_ connection: Connection) {
    guard connection.isWatched else { return }
    connection.isWatched = false
    epoll.remove(connection.descriptor)
  }

  // MARK: The end

  /// Whether replies close their connections and streams are refused.
  var isStopping: Bool { drain != nil }

  /// Whether the grace period is over.
  var isAbandoning: Bool { drain?.isAbandoning == true }

  private func beginDrain() {
    guard drain == nil else { return }
    drain = Drain(start: .now, grace: limits.shutdownGrace)
    daemon?.quiesce()
    for connection in connections.values { connection.exchange?.reader?.stream.close() }
    nextScan = .now
  }

  private func advanceDrain(_ now: ContinuousClock.Instant) {
    switch drain?.advance(to: now, connections: connections.count) {
    case .closeIdle: for connection in connections.values where connection.phase.isWaiting { connection.stopReading() }
    case .abandon: for connection in connections.values { connection.exchange?.abandon() }
    case .wait, nil: break
    }
  }

  /// Stops the daemon when no connection is suspended any more, and runs the rest of the queue here.
  private func end() {
    for connection in connections.values { connection.exchange?.abandon() }
    takeQueue()
    daemon?.run()
    daemon = nil
    flushLines()
    var left: [LoopQueue.Item] = []
    queue.withLock { queue in
      queue.close()
      queue.exchange(for: &left)
    }
    for item in left {
      switch item {
      case .own(let work), .page(let work): work()
      case .resume: break
      }
    }
    while let item = backlog.takeFirst() { Self.perform(item) }
    ended.signal()
  }
}
