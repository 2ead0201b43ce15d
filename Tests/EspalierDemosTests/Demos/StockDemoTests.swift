import EspalierTestSupport
import EspalierLocks
import EspalierServer
import EspalierTesting
import Testing

@testable import Espalier
@testable import EspalierDemos

/// One service on several pages, and one container with several layouts.
@Suite struct StockDemoTests {
  private func prices(_ page: TestPage) -> [Int] {
    page[""]?.children.flatMap(\.children).compactMap { $0["price"]?["cents"] }.compactMap(number) ?? []
  }

  private func number(_ json: JSON?) -> Int? { if case .int(let number)? = json { Int(number) } else { nil } }

  /// Follows the prices on these pages until trading ends.
  private func follow(_ pages: TestPage...) async throws {
    for page in pages { try await page.send("follow", from: "header", data: true) }
    for page in pages {
      try await until {
        try await page.reload()
        return page["header"]?["state"] == "still"
      }
    }
  }

  @Test func `two presenters on one page and another viewer's page show the same values of a service (F54)`()
    async throws
  {
    let site = try DemoSite.make(pace: 100, log: .silent)
    let list = try await TestPage.open("/prices", over: InProcess(site))
    let ticker = try await TestPage.open("/ticker", over: InProcess(site))
    let before = prices(list)
    #expect(before.count == 12 && prices(ticker).count == 5)
    let receipt = try await list.send("follow", from: "header", data: true)
    #expect(receipt.handledBy == [""] && receipt.changed == ["header"])
    var after: [Int] = []
    // If one page was late, trading had ended for the other one.
    try await until {
      try await follow(list, ticker)
      after = prices(list)
      return number(ticker["stockSum"]?["cents"]) == after.reduce(0, +)
    }
    #expect(after != before)
    #expect(number(list["extremes"]?["dearest"]?["cents"]) == after.max())
    #expect(number(list["extremes"]?["cheapest"]?["cents"]) == after.min())
    #expect(prices(ticker).allSatisfy(after.contains))
  }

  @Test func `a paused page does not change while others do, and shows the current prices when it continues`()
    async throws
  {
    let site = try DemoSite.make(pace: 100, log: .silent)
    let paused = try await TestPage.open("/prices", over: InProcess(site))
    let other = try await TestPage.open("/prices", over: InProcess(site))
    try await paused.send("follow", from: "header", data: true)
    try await paused.send("follow", from: "header", data: false)
    let before = prices(paused)
    try await follow(other)
    try await paused.reload()
    #expect(prices(paused) == before && prices(other) != before)
    try await follow(paused)
    #expect(prices(paused) != prices(other))
  }

  @Test
  func
    `the stock moves with its clock only while somebody listens, a fixed number of times, and equally for equal seeds`()
    async throws
  {
    let clock = ManualClock()
    let stock = Stock(seed: 7, moves: 3, every: .seconds(1), clock: clock)
    var market = Market(seed: 7)
    #expect(stock.prices.all == market.prices.all && stock.prices.movesLeft == 0)
    let heard = Lock<[[Price]]>([])
    let listener = stock.moved.listen { prices in heard.withLock { $0.append(prices.all) } }
    stock.open()
    stock.open()
    var expected: [[Price]] = []
    for move in 1...3 {
      await clock.advance(by: .seconds(1), whenAsleep: 1)
      market.move()
      expected.append(market.prices.all)
      try await until { heard.withLock { $0.count } == move }
    }
    #expect(heard.withLock { $0 } == expected && stock.prices.movesLeft == 0)
    // Trading has ended. It begins again, and ends when the last listener leaves.
    try await until {
      stock.open()
      return stock.prices.movesLeft == 3
    }
    listener.cancel()
    await clock.advance(by: .seconds(1), whenAsleep: 1)
    try await until { stock.prices.movesLeft == 0 }
    #expect(stock.prices.all == expected.last && heard.withLock { $0.count } == 3)
  }

  @Test(arguments: 0..<20)
  func `prices stay above the minimum, and few change at a time`(seed: Int) {
    var market = Market(seed: UInt64(seed))
    for _ in 0..<2000 {
      let before = market.prices.all
      market.move()
      let changed = zip(before, market.prices.all).count { $0 != $1 }
      #expect(changed <= 4 && market.prices.all.allSatisfy { $0.cents >= 80 })
    }
    #expect(market.prices.all.map(\.yesterday) == Market(seed: 0).prices.all.map(\.yesterday))
  }

  @Test func `choosing a layout changes the container and the bar, and no tile (F56)`() async throws {
    let page = try await TestPage.open("/waterfall", over: InProcess(try DemoSite.make(log: .silent)))
    for choice in LayoutChoice.Arrangement.allCases {
      let receipt = try await page.send("arrange", from: "header", data: .string(choice.rawValue))
      #expect(receipt.handledBy == [""] && receipt.changed == ["", "header"])
      let list = LayoutChoice(arrangement: choice).layout.classes
      #expect(try await page.html().contains("class=\"Waterfall \(list)\""))
    }
    // A strip has no columns, and no layout has twelve.
    #expect(try await page.send("divide", from: "header", data: 2).changed == [])
    try await page.send("arrange", from: "header", data: "grid")
    await #expect(throws: TestPage.Failure.self) { try await page.send("divide", from: "header", data: 12) }
    #expect(try await page.send("divide", from: "header", data: 4).changed == ["", "header"])
    #expect(try await page.html().contains("e-grid e-columns-4"))
  }
}
