import EspalierHTTP
import Espalier

/// The changes that wait for the end of a window.
struct Pushes {
  /// Ends the window.
  var timer: Task<Void, Never>?
  /// What the last push was for.
  var cause = Cause.site
}

extension PageInstance {
  /// Takes up what changed without anybody waiting for an answer; what fails stands in the log. A container that has just
  /// pushed changes waits until its window ends.
  func push(cause: Cause) {
    pushes.cause = cause
    publish(cause: cause) { $0.flushPushed(at: siteClock.now) }
    guard pushes.timer == nil, let next = tree.nextPush else { return }
    pushes.timer = later(at: next) { instance in
      instance.pushes.timer = nil
      instance.push(cause: instance.pushes.cause)
    }
  }

  /// Takes up at once what waits for the end of a window, for somebody who is to see it.
  func pushWaiting() { publish(cause: pushes.cause) }
}
