import EspalierHTTP
import Espalier

/// The changes that wait for the end of a window.
struct Pushes {
  /// Ends the window.
  var timer: Task<Void, Never>?
  /// The cause of the last push.
  var cause = Cause.site
}

extension PageInstance {
  /// Publishes changes that no request waits for; errors go to the log. A container that has just pushed changes waits
  /// until its window ends.
  func push(cause: Cause) {
    pushes.cause = cause
    publish(cause: cause) { $0.flushPushed(at: siteClock.now) }
    guard pushes.timer == nil, let next = tree.nextPush else { return }
    pushes.timer = later(at: next) { instance in
      instance.pushes.timer = nil
      instance.push(cause: instance.pushes.cause)
    }
  }

  /// Publishes at once the changes that wait for the end of a window, for a client that must see them.
  func pushWaiting() { publish(cause: pushes.cause) }
}
