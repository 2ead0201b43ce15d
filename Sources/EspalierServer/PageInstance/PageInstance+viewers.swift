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
    // Decreases the viewer count even if the instance is gone.
    viewer.stream.onClose { [weak self, audience] _ in
      audience.leave()
      self?.submit {
        $0.publisher.detach(key)
        $0.viewerLeft()
      }
    }
  }

  /// Replies to all waiting requests, and tells every stream that it ends, because the server stops.
  func sayGoodbye() {
    replyToPolls()
    for reply in work.replies.takeAll() { reply(self) }
    publisher.sayGoodbye()
  }

  /// Replies as soon as there are changes since a version, and at the latest when the time is over or the client hangs
  /// up.
  func reply(since: Since, within wait: Duration, to answer: Answer, _ reply: @escaping WaitingReplies<Void>.Reply) {
    wake()
    guard wait > .zero, publisher.missed(since: since)?.isEmpty == true else { return reply(self) }
    audience.join()
    let number = polls.add(reply, for: ()) { number in later(at: siteClock.now + wait) { $0.endPoll(number) } }
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
    guard let reply = polls.take(number) else { return }
    audience.leave()
    reply(self)
  }

  /// Replies to all waiting requests: something changed, or the server stops.
  func replyToPolls() {
    for reply in polls.takeAll() {
      audience.leave()
      reply(self)
    }
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

/// Whether an instance rests, and when it may.
struct Rest {
  /// Checks whether somebody still looks.
  var timer: Task<Void, Never>?
  /// When the last client used the page.
  var lastUse = Duration.zero
  /// Ends the time for which signals wait because nobody looks; nil if none wait.
  var hearing: Task<Void, Never>?
}
