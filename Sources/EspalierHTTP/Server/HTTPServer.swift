import EspalierLocks
import Synchronization

/// An HTTP/1.1 server: loops that turn bytes into requests, and a responder's answers into bytes.
///
/// ```swift
/// struct Hello: Responder {
///   func respond(to request: Request, _ answer: Answer) { answer(.text("Hello, \(request.path)")) }
/// }
/// let server = HTTPServer(configuration: HTTPConfiguration(port: 8080), responder: Hello())
/// try server.runUntilSignal()
/// ```
package final class HTTPServer: Sendable {
  private enum State {
    case new
    case running([Loop], Watchdog)
    case stopping([Loop])
    case stopped
  }

  private let configuration: HTTPConfiguration
  private let responder: any Responder
  let metrics: HTTPMetrics
  private let state = Lock(State.new)
  /// Counts the calls of `run`, to choose the loop.
  private let turns = Atomic(0)
  /// Small servers in the same process, each on its own port. They start and stop with this one.
  let beside: [HTTPServer]

  /// A server that has not been started.
  package convenience init(configuration: HTTPConfiguration, responder: any Responder) {
    self.init(configuration: configuration, responder: responder, metrics: HTTPMetrics())
  }

  /// A server that counts in the metrics of its site.
  package init(
    configuration: HTTPConfiguration, responder: any Responder, metrics: HTTPMetrics, beside: [HTTPServer] = []
  ) {
    self.beside = beside
    self.configuration = configuration
    self.responder = responder
    self.metrics = metrics
  }

  deinit { stop() }

  /// The address and port on which it listens; nil before it has started.
  var bound: BoundAddress? { place.withLock { $0 } }
  private let place = Lock<BoundAddress?>(nil)

  /// The loops of a running server.
  var loops: [Loop] {
    state.withLock { state in
      switch state {
      case .running(let loops, _), .stopping(let loops): loops
      case .new, .stopped: []
      }
    }
  }

  /// Runs work on the threads of the loops, in turn. If the server or the thread has ended, returns false and does not run
  /// the work.
  package func run(_ work: @escaping @Sendable () -> Void) -> Bool {
    let loops = loops
    guard !loops.isEmpty else { return false }
    let turn = turns.wrappingAdd(1, ordering: .relaxed).oldValue
    return loops[Int(UInt(bitPattern: turn) % UInt(loops.count))].run(work)
  }

  /// Starts listening and serving, once per server. Throws `portInUse`, `badHost`, `badProxy`, `badCertificate`,
  /// `notPermitted`, `system` or `alreadyStarted`.
  package func start() throws(ServerError) -> BoundAddress {
    let bound = try state.withLock { (state) throws(ServerError) in
      guard case .new = state else {
        throw ServerError(.alreadyStarted, "This server was already started; make a new one.")
      }
      let proxies = try configuration.namedProxies()
      let socket = try ListeningSocket(host: configuration.host, port: configuration.port)
      let watchdog = Watchdog(limit: configuration.limits.threads)
      let loops = try startLoops(on: socket, watchdog, proxies)
      state = .running(loops, watchdog)
      return socket.bound
    }
    place.withLock { $0 = bound }
    do {
      for server in beside { _ = try server.start() }
    } catch {
      stop()
      throw error
    }
    responder.serverEnters(.serving)
    configuration.log.write(.info, "listening") { $0.add("address", bound.description) }
    return bound
  }

  private func startLoops(on socket: borrowing ListeningSocket, _ watchdog: Watchdog, _ proxies: Networks)
    throws(ServerError) -> [Loop]
  {
    let shared = try LoopShared(
      clients: ClientCounter(limit: configuration.limits.connectionsPerAddress), room: connectionRoom(),
      bodies: BodyRoom(limit: configuration.limits.bodies),
      replies: ReplyRoom(limit: configuration.limits.replies),
      uploads: BodyRoom(limit: configuration.limits.uploads), uploadFolder: configuration.uploadFolder,
      watchdog: watchdog, metrics: metrics, proxies: proxies,
      loggedTarget: LoggedTarget(secrets: configuration.secretParameters), problemFrame: configuration.problemFrame,
      tls: configuration.tls.map { (files) throws(ServerError) in try TLSTexts(files) })
    var loops: [Loop] = []
    do {
      for _ in 0..<configuration.loops {
        let loop = try Loop(configuration, responder, shared)
        try loop.start(listening: try socket.duplicate())
        loops.append(loop)
      }
      try watchdog.start(loops)
    } catch {
      Self.end(loops)
      throw error
    }
    return loops
  }

  /// Room for the configured number of connections, or for as many as the process has file descriptors for.
  private func connectionRoom() -> ConnectionRoom {
    let (wanted, descriptors) = (configuration.limits.connections, Descriptors.raise())
    let room = Descriptors.room(wanted: wanted, descriptors: descriptors)
    if descriptors < wanted {
      configuration.log.write(.warning, "descriptors") {
        $0.add("limit", descriptors)
        $0.add("connections", room.limit)
        $0.add("wanted", wanted)
        $0.add(
          "detail",
          "The system allows this process too few open files for the wanted connections. "
            + "Raise the limit of open files (ulimit -n, LimitNOFILE) or lower Limits.http.connections.")
      }
    }
    return room
  }

  /// Stops gracefully and waits until it has stopped: it accepts no new connections, ends the streams, and gives
  /// replies in flight `HTTPLimits.shutdownGrace`. Must not be called on a loop's thread. A second call returns at
  /// once.
  package func stop() {
    let running = state.withLock { state -> ([Loop], Watchdog)? in
      if case .new = state { state = .stopped }
      guard case .running(let loops, let watchdog) = state else { return nil }
      state = .stopping(loops)
      return (loops, watchdog)
    }
    guard let (loops, watchdog) = running else { return }
    configuration.log.write(.info, "stopping")
    responder.serverEnters(.stopping)
    Self.end(loops)
    watchdog.stop()
    state.withLock { $0 = .stopped }
    for server in beside { server.stop() }
    configuration.log.write(.info, "stopped")
  }

  private static func end(_ loops: [Loop]) {
    for loop in loops { loop.stop() }
    for loop in loops { loop.join() }
  }

  /// Serves until SIGTERM, SIGINT or SIGHUP, then for `HTTPLimits.drainDelay` more, then stops gracefully and returns.
  /// Starts the server if it is not running yet.
  ///
  /// Calls `onStart` with the address once the server accepts connections. Blocks its thread. Throws the errors of
  /// `start()`. A second signal after the first ends the process at once.
  package func runUntilSignal(onStart: (BoundAddress) -> Void = { _ in }) throws(ServerError) {
    Arenas.share(among: configuration.loops)
    let termination = try Termination()
    let crashes = CrashHandler()
    if state.withLock({ if case .new = $0 { true } else { false } }) { onStart(try start()) }
    termination.wait(configuration.log)
    drain()
    stop()
    crashes.end()
  }

  /// Continues to serve for a while, so that a load balancer can notice and send new clients elsewhere.
  private func drain() {
    responder.serverEnters(.draining)
    let delay = configuration.limits.drainDelay
    guard delay > .zero else { return }
    configuration.log.write(.info, "draining") { $0.add("ms", Int(delay / .milliseconds(1))) }
    pause(delay)
  }
}

extension HTTPConfiguration {
  /// Parses the proxies; throws `badProxy`.
  fileprivate func namedProxies() throws(ServerError) -> Networks {
    do { return try Networks(proxies) } catch {
      throw ServerError(.badProxy, "The list of proxies is invalid: \(error).")
    }
  }
}
