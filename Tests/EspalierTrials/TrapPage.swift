import Espalier
import EspalierServer
import Glibc

/// Handlers that end the process in several ways. Two of them save a state with which the page traps when it is made or
/// exported.
struct Trap: Content {
  static let now = Event<NoData>("now")
  static let overflow = Event<NoData>("overflow")
  static let nowhere = Event<NoData>("nowhere")
  static let abort = Event<NoData>("abort")
  static let deep = Event<NoData>("deep")
  static let stay = Event<NoData>("stay")
  static let whenMade = Event<NoData>("whenMade")
  static let whenShown = Event<NoData>("whenShown")

  var html: HTML {
    let events = [
      Self.now, Self.overflow, Self.nowhere, Self.abort, Self.deep, Self.stay, Self.whenMade, Self.whenShown,
    ]
    return "\(events.map { "<button \($0)>\($0.name.label)</button>" as HTML })"
  }
}

final class TrapPage: ContainerModel {
  private var isPoisoned = false
  private var trapsWhenShown = false

  override func didLoad() {
    persist(\.isPoisoned, as: "isPoisoned")
    if isPoisoned { fatalError("The state of this page is poisoned.") }
    add(Trap())
    on(Trap.now) { _ in fatalError("The handler trapped.") }
    on(Trap.overflow) { $0.count += $0.count }
    on(Trap.nowhere) { _ in
      // Unsafe on purpose: no memory is mapped at this address.
      if let pointer = unsafe UnsafeMutablePointer<Int>(bitPattern: 16) { unsafe pointer.pointee = 1 }
    }
    on(Trap.abort) { _ in Glibc.abort() }
    on(Trap.deep) { $0.count = Self.depth(below: $0.count) }
    on(Trap.stay) { _ in while true { sleep(1) } }
    on(Trap.whenMade) { $0.isPoisoned = true }
    on(Trap.whenShown) { $0.trapsWhenShown = true }
  }

  private var count = Int.max

  override func willExport() {
    if trapsWhenShown { fatalError("This page cannot be shown as a whole.") }
  }

  /// Needs more stack than the process has.
  private static func depth(below level: Int) -> Int { level == 0 ? 0 : 1 + max(depth(below: level - 1), level & 1) }
}

/// Cannot be made while there is a file with the name that the environment variable HOLD has. Makes a second file to say that it
/// waits.
final class HeldPage: ContainerModel {
  override func didLoad() {
    // Safe: nothing changes the environment, and the texts live as long as the calls.
    guard let name = unsafe getenv("HOLD").map({ unsafe String(cString: $0) }) else { return }
    while unsafe access(name, F_OK) == 0 {
      close(unsafe creat(name + ".waits", 0o600))
      usleep(10_000)
    }
  }
}

/// Traps in its own code, whatever its state.
final class BrokenPage: ContainerModel {
  override func didLoad() { fatalError("This page cannot be made.") }
}
