import Espalier
import EspalierServer

/// A handler that traps, and one that saves a state with which the page traps whenever it is made.
struct Trap: Content {
  static let now = Event<NoData>("now")
  static let whenMade = Event<NoData>("whenMade")
  var html: HTML { "<button \(Self.now)>Trap</button><button \(Self.whenMade)>Trap when made</button>" }
}

final class TrapPage: ContainerModel {
  private var isPoisoned = false

  override func didLoad() {
    keep(\.isPoisoned, as: "isPoisoned")
    if isPoisoned { fatalError("The state of this page is poisoned.") }
    add(Trap())
    on(Trap.now) { _ in fatalError("The handler trapped.") }
    on(Trap.whenMade) { $0.isPoisoned = true }
  }
}
