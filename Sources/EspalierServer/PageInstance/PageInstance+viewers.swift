import EspalierHTTP
import Espalier

/// Those who look at a page: streams, and requests that wait for patches. While nobody looks, the nodes of the page follow
/// only what must not be missed.
extension PageInstance {
  /// Attaches a stream. It gets the missed changes and every later change, until it closes.
  func attach(_ viewer: Viewer, since: Since) {
    wake()
    let key = publisher.attach(viewer, since: since)
    audience.join()
    if let client = viewer.client { follow(client, viewer.visitor) }
    // Decreases the viewer count even if the instance is gone.
    viewer.stream.onClose { [weak self, audience, client = viewer.client] _ in
      audience.leave()
      self?.submit {
        $0.publisher.detach(key)
        if let client { $0.unfollow(client) }
        $0.viewerLeft()
      }
    }
  }

  /// A client follows the page from now on. The tree learns it if one of its nodes asks.
  private func follow(_ client: String, _ visitor: Sender?) {
    followers.join(client, visitor)
    tellFollowers([client])
  }

  /// A client has ended a stream, or the wait for patches. If it does not begin again soon, the tree learns it.
  private func unfollow(_ client: String) {
    guard followers.leave(client, at: siteClock.now) else { return }
    if state.knowsViewers { forgetLater(client) } else { followers.forget(client) }
  }

  /// A client has reported what it has in view. It may follow nothing.
  func noteReport(of client: String) {
    if state.knowsViewers, followers.note(client, at: siteClock.now) { forgetLater(client) }
  }

  private func forgetLater(_ client: String) {
    guard let left = followers.left(client) else { return }
    _ = later(at: left + surroundings.limits.rest) { instance in
      guard let left = instance.followers.left(client) else { return instance.followers.endWait(client) }
      // It has come back and left again since then.
      if instance.siteClock.now < left + instance.surroundings.limits.rest { return instance.forgetLater(client) }
      instance.followers.forget(client)
      if instance.state.knowsViewers { instance.change(.leave(client)) }
    }
  }

  /// Tells the tree who follows the page, if one of its nodes asks: all, or else those who came now.
  func tellFollowers(_ new: [String] = []) {
    // Who follows a page by the stream of another node should be known, too.
    if state.knowsViewers, !followers.haveOwnStreams {
      followers.haveOwnStreams = true
      publisher.endStreamsOfMany()
    }
    guard state.asksForFollowers else { return }
    let all = followers.areTold ? new : followers.names
    followers.areTold = true
    change(.come(all.map { ($0, followers.visitor($0)) }))
  }

  /// Replies to all waiting requests, and tells every stream that it ends, because the server stops.
  func sayGoodbye() {
    replyToPolls()
    for reply in work.replies.takeAll() { reply(self) }
    publisher.sayGoodbye()
  }

  /// Replies as soon as there are changes since a version, and at the latest when the time is over or the client hangs
  /// up.
  func reply(
    since: Since, within wait: Duration, for client: String?, _ visitor: Sender?, to answer: Answer,
    _ reply: @escaping WaitingReplies<String?>.Reply
  ) {
    wake()
    // Some clients ask again and again without waiting. The reply has what its own coming has changed.
    if let client { follow(client, visitor) }
    guard wait > .zero, publisher.missed(since: since)?.isEmpty == true else {
      if let client { unfollow(client) }
      return reply(self)
    }
    audience.join()
    let number = polls.add(reply, for: client) { number in later(at: siteClock.now + wait) { $0.endPoll(number) } }
    answer.onHangUp { [weak self] in self?.submit { $0.endPoll(number) } }
  }

  /// Counts a page that its browser has repaired. Each instance writes one line to the log.
  func noteRepair(_ request: Request) {
    metrics.repairs.add()
    if hasRepairs { return }
    hasRepairs = true
    warn("A browser's page differed from the server's. The browser has repaired it.", for: request)
  }

  private func endPoll(_ number: Int) {
    let client = polls.reason(number)
    guard let reply = polls.take(number) else { return }
    audience.leave()
    if let client = client ?? nil { unfollow(client) }
    reply(self)
  }

  /// Replies to all waiting requests: something changed, or the server stops.
  func replyToPolls() {
    let clients = polls.reasons
    for reply in polls.takeAll() {
      audience.leave()
      reply(self)
    }
    for case let client? in clients { unfollow(client) }
  }

  /// Hears the signals that have arrived: at once if somebody looks, else when somebody asks for the page, and at the latest
  /// after a while. So what many pages listen to may change often, although nobody looks at them.
  /// `sender` is the one whose event has sent the last of them.
  func hearSignals(from sender: Requester?) {
    if let sender { pushes.sender = sender }
    if isFollowed || state.persistsAnything { return hearNow() }
    guard rest.hearing == nil else { return }
    rest.hearing = later(at: siteClock.now + surroundings.limits.rest) { $0.hearNow() }
  }

  private func hearNow() {
    rest.hearing?.cancel()
    rest.hearing = nil
    push(cause: .signal)
  }

  /// Notes that a client uses the page. Wakes the nodes that rest.
  func wake() {
    if rest.hearing != nil { hearNow() }
    guard state.canRest else { return }
    rest.lastUse = siteClock.now
    if !state.hasViewers { change(.viewers(true)) }
    if rest.timer == nil { restLater() }
  }

  /// Notes that a viewer has left.
  func viewerLeft() {
    guard !isFollowed, state.canRest, state.hasViewers else { return }
    rest.lastUse = siteClock.now
    if rest.timer == nil { restLater() }
  }

  private func restLater() {
    rest.timer = later(at: rest.lastUse + surroundings.limits.rest) { instance in
      instance.rest.timer = nil
      // The last viewer who leaves starts the timer again.
      if instance.isFollowed { return }
      let end = instance.rest.lastUse + instance.surroundings.limits.rest
      if instance.siteClock.now < end { return instance.restLater() }
      instance.change(.viewers(false))
    }
  }
}

/// The clients that follow an instance, by the names that the tree has for them.
struct Followers {
  private struct Follower {
    /// The number of its streams and waits for patches.
    var count = 0
    var visitor: Sender?
    /// When the last of them ended, or when the client last reported something.
    var left = Duration.zero
    /// Whether somebody waits until that is some time ago.
    var isWatched = false
  }

  private var all: [String: Follower] = [:]
  /// Whether the tree knows them.
  var areTold = false
  /// Whether none of them follows by a stream that another node passes on to several.
  var haveOwnStreams = false

  /// Whether the tree asks since its last turn.
  func areUntold(_ state: TreeState) -> Bool {
    state.knowsViewers && !haveOwnStreams || state.asksForFollowers && !areTold
  }

  var names: [String] { all.filter { $0.value.count > 0 }.keys.sorted() }

  func visitor(_ name: String) -> Sender? { all[name]?.visitor }

  mutating func join(_ name: String, _ visitor: Sender?) {
    all[name, default: Follower()].count += 1
    if let visitor { all[name]?.visitor = visitor }
  }

  /// One of its streams has ended. Returns whether somebody must begin to wait for its return.
  mutating func leave(_ name: String, at now: Duration) -> Bool {
    all[name]?.count -= 1
    return note(name, at: now)
  }

  /// Notes a client. Returns whether somebody must begin to wait for its stream.
  mutating func note(_ name: String, at now: Duration) -> Bool {
    all[name, default: Follower()].left = now
    guard let follower = all[name], follower.count == 0, !follower.isWatched else { return false }
    all[name]?.isWatched = true
    return true
  }

  /// Since when a client follows nothing; nil if it follows.
  func left(_ name: String) -> Duration? { all[name].flatMap { $0.count == 0 ? $0.left : nil } }

  mutating func endWait(_ name: String) { all[name]?.isWatched = false }

  mutating func forget(_ name: String) { all[name] = nil }
}

/// Whether an instance rests, and when it may.
struct Rest {
  /// Checks whether somebody still looks.
  var timer: Task<Void, Never>?
  /// When the last client used the page.
  var lastUse = Duration.zero
  /// Ends the time for which signals wait because nobody looks; nil if none wait.
  var hearing: Task<Void, Never>?
}
