import Espalier
import EspalierHTTP
import EspalierServer
import Glibc

/// A thousand pages of a thousand browsers listen to one service that changes ten times a second. Checks that each
/// change renders each listening cell once, and measures the cost for each page. The baseline is one tree with a
/// thousand cells that direct calls assign.
enum Listeners {
  private struct Wrong: Error { let reason: String }

  private static let interval = Duration.milliseconds(100)

  static func run(_ report: Report) throws {
    report.begin(
      "1,000 pages that listen to one service, which changes 10 times a second",
      against: "a cell of one tree, assigned and rendered")
    let (pages, changes) = (report.size(1_000), report.isShort ? 3 : 30)
    let site = Site(templates: "none", files: "none", metrics: .everyone, log: .silent) {
      Page("/ticks", title: "Ticks", scope: .browser) { TickList(rows: 10) }
    }
    let ticks = Ticks()
    site.provide(ticks)
    let server = try site.server(HTTPConfiguration(port: 0, log: .silent))
    let address = try server.start()
    defer { server.stop() }
    guard let client = Client(port: address.port) else { throw Unreachable() }
    // Each request without a cookie counts as another browser.
    for _ in 0..<pages where client.get("/ticks").isEmpty { throw Wrong(reason: "a page could not be read") }
    guard ticks.ticked.listenerCount == pages else { throw Wrong(reason: "not every page listens") }

    let before = Samples(client.get("/metrics"))
    let start = processorTime()
    for change in 1...changes {
      ticks.ticked.send(change)
      usleep(UInt32(interval / .microseconds(1)))
      // On a busy machine, wait for this change, so that it does not go out together with the next one.
      try wait(seconds: 60) { rendered(client, since: before) >= change * pages }
    }
    let time = processorTime() - start
    let after = Samples(client.get("/metrics"))
    for (name, what) in [("espalier_renders_total", "cells rendered"), ("espalier_patches_total", "versions")] {
      let count = after[name] - before[name]
      guard count == pages * changes else { throw Wrong(reason: "\(count) \(what), not \(pages * changes)") }
      report.add(
        "\(what) for 30 changes", Double(count), "", against: Double(pages * changes),
        baseline: "one for each page and change")
    }
    let baseline = direct(pages: pages, changes: changes)
    report.add(
      "processor time for each page and change", time / (pages * changes) / .microseconds(1), "µs",
      against: baseline / .microseconds(1))
  }

  private static func rendered(_ client: Client, since before: Samples) -> Int {
    let name = "espalier_renders_total"
    return Samples(client.get("/metrics"))[name] - before[name]
  }

  private static func wait(seconds: Int, until holds: () -> Bool) throws {
    let end = ContinuousClock.now + .seconds(seconds)
    while !holds() {
      guard .now < end else { throw Wrong(reason: "a change was not rendered everywhere within \(seconds) s") }
      usleep(1_000)
    }
  }

  /// Returns the processor time for one assignment, rendering and operation, in one tree with as many cells.
  private static func direct(pages: Int, changes: Int) -> Duration {
    let root = ContainerModel()
    let cells = (0..<pages).map { _ in CellModel(Tick()) }
    root.add(cells)
    let tree = Tree(root)
    _ = tree.turn(.none, .unseen)
    // Ten times as many rounds, because each takes so little time.
    let rounds = changes * 10
    let start = processorTime()
    for change in 1...rounds {
      for cell in cells { cell.content.number = change }
      guard tree.turn().changes?.operations.count == pages else { preconditionFailure("not every cell changed") }
    }
    return (processorTime() - start) / (pages * rounds)
  }

  /// The processor time that this process has used.
  private static func processorTime() -> Duration {
    var time = timespec()
    // Safe: the call fills a local variable.
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

/// The service. Its signal sends a number.
private final class Ticks: Sendable {
  let ticked = Signal<Int>()
}

private struct Tick: Content {
  var number = 0
  var html: HTML { "<p>\(number)</p>" }
}

/// A cell that listens, above rows that do not.
private final class TickList: ContainerModel {
  private let rows: Int

  init(rows: Int) {
    self.rows = rows
    super.init()
  }

  override func didLoad() {
    guard let ticks = service(Ticks.self, isRequired: false) else { return }
    let cell = CellModel(Tick())
    cell.listen(to: ticks.ticked) { $0.content.number = $1 }
    add(cell)
    for number in 0..<rows { add(Changes.Item(id: number, text: "Item \(number)")) }
  }
}
