import Espalier
import EspalierServer
import Glibc

/// Handlers that block: they compute or sleep for the given number of milliseconds.
struct Busy: Content {
  static let compute = Event<Int>("compute", in: 0...60_000)
  static let sleep = Event<Int>("sleep", in: 0...60_000)
  var count = 0
  var html: HTML {
    "<b>\(count)</b><button \(Self.compute, sends: 1)>Compute</button><button \(Self.sleep, sends: 1)>Sleep</button>"
  }
}

final class BusyPage: ContainerModel {
  private let cell = CellModel(Busy())

  override func didLoad() {
    add(cell)
    on(Busy.compute) { page, milliseconds in
      let end = ContinuousClock.now + .milliseconds(milliseconds)
      while ContinuousClock.now < end {}
      page.cell.content.count += 1
    }
    on(Busy.sleep) { page, milliseconds in
      usleep(UInt32(milliseconds) * 1000)
      page.cell.content.count += 1
    }
  }
}
