import EspalierTestSupport
import Testing

@testable import Espalier
@testable import EspalierHTTP
@testable import EspalierServer

/// Many pages that listen to one service.
@Suite struct ManyListenersTests {
  private struct Tick: Content {
    var number = 0
    var html: HTML { "<p>\(number)</p>" }
  }

  private final class Ticks: Sendable {
    let ticked = Signal<Int>()
  }

  /// One cell that listens and four that do not.
  private final class TickList: ContainerModel {
    override func didLoad() {
      let cell = CellModel(Tick())
      add([cell] + (0..<4).map { _ in CellModel(Tick()) })
      guard let ticks = service(Ticks.self, isRequired: false) else { return }
      cell.listen(to: ticks.ticked) { $0.content.number = $1 }
    }
  }

  @Test func `each change of a service renders each listening cell once, in a thousand pages`() async throws {
    let site = Site(templates: "none", files: "none", log: .silent) {
      Page("/ticks", title: "Ticks", scope: .browser) { TickList() }
    }
    let ticks = Ticks()
    site.provide(ticks)
    let page = try #require(try site.core.page(at: "/ticks"))
    let instances = try (0..<1000).map { try site.core.instance(of: page, for: "browser\($0)") }
    #expect(ticks.ticked.listenerCount == 1000)
    for instance in instances { #expect(await instance.seen == [0, 5, 0]) }
    for change in 1...4 {
      ticks.ticked.send(change)
      for instance in instances {
        // The version, the number of renders, and the number that the cell shows.
        try await until { await instance.seen == [change, 5 + change, change] }
      }
    }
    for instance in instances { instance.submit { $0.tree.end() } }
    try await until { ticks.ticked.listenerCount == 0 }
    ticks.ticked.send(9)
    for instance in instances { #expect(await instance.seen == [4, 9, 4]) }
  }
}

extension PageInstance {
  fileprivate var seen: [Int?] {
    let text = tree.snapshot().children[0].cell?.html.source.filter(\.isNumber)
    return [version.number, tree.renderCount, text.flatMap { Int($0) }]
  }
}
