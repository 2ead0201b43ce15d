import Espalier
import EspalierServer
import EspalierTesting
import Testing

@testable import starter

@Suite struct ToDoListTests {
  @Test func `a new row is the last one, and only it and the sum change`() async throws {
    let page = try await TestPage.open("/", over: InProcess(Pages.site()))
    let receipt = try await page.send("add", from: "header", data: "Buy a pot")
    #expect(try page.contents(as: ToDoRow.self).last?.title == "Buy a pot")
    #expect(try await page.text(of: "footer") == "4 to do, 0 done")
    #expect(receipt.changed == ["4", "footer"])
  }

  @Test func `a row can be ticked off and removed`() async throws {
    let page = try await TestPage.open("/", over: InProcess(Pages.site()))
    try await page.send("toggle", from: "1")
    #expect(try page.content(of: "1", as: ToDoRow.self).isDone)
    try await page.send("remove", from: "1")
    #expect(page["1"] == nil)
  }

  @Test func `two people see the same list`() async throws {
    let way = try InProcess(Pages.site())
    let ann = try await TestBrowser(over: way).open("/")
    let bob = try await TestBrowser(over: way).open("/")
    try await ann.send("remove", from: "2")
    try await bob.settle()
    #expect(try bob.contents(as: ToDoRow.self).map(\.id) == [1, 3])
  }
}
