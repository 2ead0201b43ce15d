import Espalier

/// Whether an instance rests, and when it may.
struct Rest {
  /// Checks whether somebody still looks.
  var timer: Task<Void, Never>?
  /// When the last client used the page.
  var lastUse = Duration.zero
}

/// While nobody looks at a page, its nodes follow only what must not be missed.
extension PageInstance {
  /// Notes that a client uses the page. Wakes the nodes that rest.
  func wake() {
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
