import Espalier
import EspalierHTTP
import EspalierLocks
import EspalierServer

/// What this node shows of a page that another node has.
///
/// A line is one stream from that node, with the viewers who have what has come on it. A viewer who has something else gets
/// a line of its own, and as soon as two lines are at the same version they become one. If a line ends, it begins again,
/// wherever the page is then, and its viewers notice nothing but one snapshot.
final class Relay: Sendable {
  private final class Line: @unchecked Sendable {
    // Sendable: what changes is used under the lock of its relay alone.
    let request: Request
    /// Whether others may join its viewers.
    let sharing: Sharing?
    var upstream: EventStream?
    var events = EventReader()
    /// The version that its viewers have.
    var version: String?
    var viewers: [Viewer] = []
    var begun = ContinuousClock.now

    init(_ request: Request, _ sharing: Sharing?, version: String?) {
      (self.request, self.sharing, self.version) = (request, sharing, version)
    }
  }

  private final class Viewer: @unchecked Sendable {
    // Sendable: as for a line.
    let stream: EventStream
    /// The version that it has.
    var version: String?
    /// Whether its reader is slow, so that it was left out of some versions.
    var isBehind = false

    init(_ stream: EventStream, version: String?) { (self.stream, self.version) = (stream, version) }
  }

  private struct State {
    var lines: [Line] = []
    /// The headers of an answer, for those who join.
    var headers = Headers()
    var whenEmpty: @Sendable () -> Void = {}
    var hasEnded = false
  }

  /// A line that ends sooner than after this time waits as long before it begins again.
  private static let pause = Duration.milliseconds(200)

  private let state = Lock(State())
  private let site: any ClusterSite

  init(_ site: any ClusterSite) { self.site = site }

  // MARK: Viewers

  /// Lets a client follow that has the version of a line; nil if no line is there.
  func join(_ request: Request) -> Response? {
    guard let version = request.seenVersion else { return nil }
    return state.withLock { state in
      guard let line = state.lines.first(where: { $0.version == version && $0.upstream != nil }), !state.hasEnded else {
        return nil
      }
      return add(request, to: line, &state)
    }
  }

  /// Begins a line with the answer to a request. Returns the answer for its client. `whenEmpty` is called when nobody
  /// follows any more.
  func begin(_ request: Request, _ response: Response, whenEmpty: @escaping @Sendable () -> Void) -> Response {
    guard case .stream(let upstream) = response.body else { return response }
    // Others should not lose a stream when the session of this client ends.
    let sharing = response.sharing
    let line = Line(sharing == .shared ? request.anonymous : request, sharing, version: request.seenVersion)
    let answer = state.withLock { state in
      state.headers = response.headers.forOthers
      state.whenEmpty = whenEmpty
      state.lines.append(line)
      return add(request, to: line, &state)
    }
    start(line, upstream)
    // It may have no viewer: its browser has too many streams.
    drop { _ in }
    // Its own cookies reach the first client alone.
    var first = answer
    for cookie in response.headers.values(of: .setCookie) { first.headers.append(.setCookie, cookie) }
    return first
  }

  private func add(_ request: Request, to line: Line, _ state: inout State) -> Response {
    let stream: EventStream
    do throws(HTTPError) { stream = try site.openStream(for: request) } catch {
      return .problem(error, for: request)
    }
    let viewer = Viewer(stream, version: line.version)
    line.viewers.append(viewer)
    // The viewers' streams keep the relay. One may end under its lock, so not there.
    stream.onClose { [self] _ in site.run { self.remove(stream) } }
    return Response(.ok, headers: state.headers, body: .stream(stream))
  }

  private func remove(_ stream: EventStream) {
    drop { line in line.viewers.removeAll { $0.stream === stream } }
  }

  /// Changes lines, and ends those that nobody follows any more.
  private func drop(_ change: (Line) -> Void) {
    let (ended, whenEmpty) = state.withLock { state -> ([EventStream], (@Sendable () -> Void)?) in
      for line in state.lines { change(line) }
      let ended = state.lines.filter(\.viewers.isEmpty).compactMap { $0.upstream.take() }
      state.lines.removeAll(where: \.viewers.isEmpty)
      return (ended, state.lines.isEmpty ? state.whenEmpty : nil)
    }
    for upstream in ended { upstream.finish(.gone) }
    whenEmpty?()
  }

  /// Tells all viewers that this node ends.
  func end() {
    let all = state.withLock { state in
      state.hasEnded = true
      return state.lines.flatMap(\.viewers).map { ($0.stream, $0.version) }
    }
    for (stream, version) in all { stream.sendAnyway(site.goodbye(at: version ?? "")) }
  }

  // MARK: Lines

  private func start(_ line: Line, _ upstream: EventStream) {
    let isWanted = state.withLock { state in
      line.events = EventReader()
      line.begun = .now
      let isWanted = state.lines.contains { $0 === line }
      if isWanted { line.upstream = upstream }
      return isWanted
    }
    guard isWanted else { return upstream.finish(.gone) }
    _ = upstream.attach { [weak self, site] in site.run { self?.pump(line) } }
    pump(line)
  }

  /// Passes on what has come.
  private func pump(_ line: Line) {
    var (full, isOver): ([Viewer], Bool) = ([], false)
    state.withLock { state in
      while let upstream = line.upstream {
        switch upstream.take(atMost: 64 << 10, park: {}) {
        case .bytes(let bytes):
          for event in line.events.take(bytes) where event.isVersion { full += send(event, on: line, &state) }
        case .nothing: return
        case .end:
          line.upstream = nil
          isOver = state.lines.contains { $0 === line }
        }
      }
    }
    for viewer in full {
      viewer.stream.whenDrained { [weak self, site] in site.run { self?.catchUp(viewer) } }
    }
    if isOver { beginAgain(line) }
  }

  /// Sends an event to the viewers of a line. Returns those who have fallen behind.
  private func send(_ event: EventReader.Event, on line: Line, _ state: inout State) -> [Viewer] {
    line.version = event.id
    var full: [Viewer] = []
    for viewer in line.viewers where !viewer.isBehind {
      switch viewer.stream.send(event.bytes) {
      case .queued: viewer.version = event.id
      case .full:
        viewer.isBehind = true
        site.noteSlowViewer()
        full.append(viewer)
      case .closed: break
      }
    }
    join(line, &state)
    return full
  }

  /// Makes lines at the same version one.
  private func join(_ line: Line, _ state: inout State) {
    guard let other = state.lines.first(where: { $0 !== line && $0.version == line.version && $0.upstream != nil })
    else { return }
    line.viewers += other.viewers
    other.viewers = []
    let upstream = other.upstream.take()
    state.lines.removeAll { $0 === other }
    site.run { upstream?.finish(.gone) }
  }

  /// Brings a viewer up to date whose reader has taken everything that waited.
  private func catchUp(_ viewer: Viewer) {
    let line = state.withLock { state -> Line? in
      guard let own = state.lines.first(where: { $0.viewers.contains { $0 === viewer } }), !state.hasEnded else {
        return nil
      }
      viewer.isBehind = false
      if own.version == viewer.version { return nil }
      own.viewers.removeAll { $0 === viewer }
      let line = Line(own.request, own.sharing, version: viewer.version)
      line.viewers = [viewer]
      state.lines.append(line)
      return line
    }
    if let line { ask(line) }
    drop { _ in }
  }

  private func beginAgain(_ line: Line) {
    let wait = state.withLock { _ in .now - line.begun < Self.pause ? Self.pause : .zero }
    if wait == .zero { return ask(line) }
    Task.detached { [weak self, site] in
      try? await Task.sleep(for: wait)
      site.run { self?.ask(line) }
    }
  }

  /// Asks for a line's stream, from the version that its viewers have.
  private func ask(_ line: Line) {
    let request = state.withLock { state in state.hasEnded ? nil : line.request.since(line.version) }
    guard let request else { return }
    site.respond(
      to: request,
      Answer { [weak self] response in
        if case .stream(let upstream) = response.body {
          let fits = response.sharing == line.sharing || line.sharing == .own && response.sharing == .shared
          if let self, fits { return start(line, upstream) }
          upstream.finish(.gone)
        }
        // Ends the streams of the viewers. Their clients ask again and get the error, or each a line of its own.
        guard let self else { return }
        let viewers = state.withLock { _ in line.viewers.map { ($0.stream, $0.version) } }
        for (stream, version) in viewers {
          stream.sendAnyway(site.goodbye(at: version ?? ""))
          stream.close()
        }
      })
  }
}

extension Request {
  /// The version that its client has; nil if it does not say.
  var seenVersion: String? { headers[.lastEventID] ?? query[WireName.since] }

  /// The same request of nobody in particular.
  fileprivate var anonymous: Request {
    var headers = headers
    for name in [HeaderName.cookie, .authorization] { headers[name] = nil }
    return with(headers)
  }

  /// The same request for what came after a version. Without one it is for the whole page: elsewhere it may be another one.
  fileprivate func since(_ version: String?) -> Request {
    var headers = headers
    headers[.lastEventID] = version ?? "none"
    return with(headers)
  }
}

extension Headers {
  /// The headers of an answer that other clients may get too.
  fileprivate var forOthers: Headers {
    var headers = self
    for name in [HeaderName.setCookie, .sharing] { headers[name] = nil }
    return headers
  }
}
