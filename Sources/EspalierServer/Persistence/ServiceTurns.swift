import EspalierLocks
import Glibc

/// Lets one event at a time change values of services that survive a restart.
///
/// Such a value is saved together with the id of the event that changed it. If another page saved the value while the
/// handler still runs, it would save a half of the event, and a repeat would count twice. So the first change that a
/// handler makes waits until no other handler is between its first change and the moment at which its changes are in
/// the queue of saves. Nobody holds the gate while the store works.
final class ServiceTurns: Sendable {
  private let gate = Gate()
  /// The threads that handle an event, and whether they are inside the gate.
  private let running = Lock<[pthread_t: Bool]>([:])

  /// The calling thread begins to handle an event. It handles no other one until `end`: pages leave work for each other
  /// to other threads.
  func begin() {
    running.withLock { running in
      precondition(running[pthread_self()] == nil, "an event is handled while another one is")
      running[pthread_self()] = false
    }
  }

  /// Whether the event that the calling thread handles has changed a value.
  var hasChanged: Bool { running.withLock { $0[pthread_self()] } == true }

  /// The event's changes are in the queue of saves, or the event was refused.
  func end() { if running.withLock({ $0.removeValue(forKey: pthread_self()) }) == true { gate.leave() } }

  /// The calling thread is about to change a value.
  func willChange() {
    guard running.withLock({ $0[pthread_self()] }) == false else { return }
    gate.enter()
    running.withLock { $0[pthread_self()] = true }
  }

  /// Runs `body` while no handler is between its changes. Does nothing if one is.
  func ifIdle<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    guard gate.tryToEnter() else { return }
    defer { gate.leave() }
    try body()
  }
}
