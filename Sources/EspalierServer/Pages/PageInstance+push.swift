import EspalierHTTP
import Espalier

extension PageInstance {
  /// Takes up what changed without anybody waiting for an answer; what fails stands in the log. A container that has just
  /// pushed changes waits until its window ends.
  func push(cause: Cause) {
    pushCause = cause
    publish(cause: cause) { $0.flushPushed(at: uptime.now) }
    guard pushTimer == nil, let next = tree.nextPush else { return }
    pushTimer = later(at: next) { instance in
      instance.pushTimer = nil
      instance.push(cause: instance.pushCause)
    }
  }

  /// Takes up at once what waits for the end of a window, for somebody who is to see it.
  func pushWaiting() { publish(cause: pushCause) }
}
