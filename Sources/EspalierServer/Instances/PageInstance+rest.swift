import Espalier
import EspalierHTTP

/// Whether an instance rests, and when it may.
struct Rest {
  /// Checks whether somebody still looks.
  var timer: Task<Void, Never>?
  /// When the last client used the page.
  var lastUse = Duration.zero
  /// Ends the time for which signals wait because nobody looks; nil if none wait.
  var hearing: Task<Void, Never>?
}

/// While nobody looks at a page, its nodes follow only what must not be missed.
extension PageInstance {
  /// Hears the signals that have arrived: at once if somebody looks, else when somebody asks for the page, and at the latest
  /// after a while. So what many pages listen to may change often, although nobody looks at them.
  /// `sender` is the one whose event has sent the last of them.
  func hearSignals(from sender: Requester?) {
    if let sender { pushes.sender = sender }
    if isFollowed || tree.persistsAnything { return hearNow() }
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
    guard tree.canRest else { return }
    rest.lastUse = siteClock.now
    if !tree.hasViewers {
      tree.hasViewers = true
      beginWork()
    }
    if rest.timer == nil { restLater() }
  }

  /// Notes that a viewer has left.
  func viewerLeft() {
    guard !isFollowed, tree.canRest, tree.hasViewers else { return }
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
      instance.tree.hasViewers = false
    }
  }
}
