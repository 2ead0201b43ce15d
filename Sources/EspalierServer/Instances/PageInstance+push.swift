import EspalierHTTP
import Espalier

/// The changes that wait for the end of a window.
struct Pushes {
  /// Ends the window.
  var timer: Task<Void, Never>?
  /// The cause of the last push.
  var cause = Cause.site
  /// Whose event on another page is the reason for what waits.
  var sender: Requester?
}

extension PageInstance {
  /// Publishes changes that no request waits for; errors go to the log. A container that has just pushed changes waits
  /// until its window ends.
  func push(cause: Cause) {
    pushes.cause = cause
    let start = ContinuousClock.now
    publish(cause: cause) { $0.flushPushed(at: siteClock.now) }
    if let sender = pushes.sender { surroundings.eventRates.charge(sender, .now - start) }
    guard let next = tree.nextPush else {
      pushes.sender = nil
      return
    }
    guard pushes.timer == nil else { return }
    pushes.timer = later(at: next) { instance in
      instance.pushes.timer = nil
      instance.push(cause: instance.pushes.cause)
    }
  }

  /// Publishes at once the changes that wait for the end of a window, for a client that must see them.
  func pushWaiting() { publish(cause: pushes.cause) }
}
