import Espalier
import EspalierServer
import EspalierTesting
import Testing

@testable import TaskBoard

/// The board as its users see it, without a socket. Each test has a site of its own.
@Suite struct TaskBoardTests {
  private let transport: InProcess

  init() throws {
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    transport = try InProcess(TaskBoard.site(in: "/" + package, store: nil, password: "secret", log: .silent))
  }

  @Test(arguments: [
    ("2026-11-30", true), ("2024-02-29", true), ("2026-02-30", false), ("30.11.2026", false), ("", false),
  ])
  func `a day must be in the calendar`(text: String, isDay: Bool) {
    #expect((Day(rawValue: text) != nil) == isDay)
  }

  @Test func `a card goes where it is put, however often`() {
    let board = Board()
    for title in ["A", "B", "C"] { board.add(Card.Fields(title: title)) }
    for turn in 0..<200 { board.move(turn % 2 == 0 ? 3 : 2, to: .todo, below: 1) }
    #expect(Board.column(.todo, of: board.cards.value ?? [:]).map(\.fields.title) == ["A", "B", "C"])
    board.move(1, to: .doing, below: nil)
    board.move(3, to: .doing, below: nil)
    #expect(Board.column(.doing, of: board.cards.value ?? [:]).map(\.fields.title) == ["C", "A"])
  }

  @Test func `a spreadsheet takes no text for a formula`() {
    let board = Board()
    board.add(Card.Fields(title: "=1+1, \"two\"", assignee: .ada, due: Day(rawValue: "2026-11-30")))
    let lines = [#""title","status","assignee","due""#, ##""'=1+1, ""two""","To do","Ada","2026-11-30""##]
    #expect(board.csv == lines.map { $0 + "\r\n" }.joined())
  }

  @Test(arguments: ["/board", "/card/1", "/table", "/archive", "/board.csv"])
  func `a stranger is led to the sign-in page, and back`(path: String) async throws {
    let page = try await TestBrowser(over: transport, headers: ["Accept": "text/html"]).get(path)
    #expect(page.status == 303)
    #expect(page.headers["Location"] == SignInURL(back: path).url)
    #expect(try await TestBrowser(over: transport, headers: ["Accept": "application/json"]).get(path).status == 401)
  }

  private func person(_ name: String) async throws -> TestBrowser {
    let browser = TestBrowser(over: transport)
    let page = try await browser.open("/sign-in")
    try await page.send("enter", from: "signInForm", data: ["name": .string(name), "password": "secret"])
    return browser
  }

  @Test func `two people see one board, each with their own filter`() async throws {
    let (ada, ben) = (try await person("Ada"), try await person("Ben"))
    let (board, his) = (try await ada.open("/board"), try await ben.open("/board?assignee=Ben"))
    try await board.send(
      "save", from: "cardForm", data: ["title": "Buy grout", "assignee": "Ben", "due": "2026-11-30"])
    try await his.settle()
    #expect(
      try his.contents(as: CardRow.self).map(\.card.fields.title) == ["Order tiles for the bathroom", "Buy grout"])
    try await his.send("advance", from: "columns/todo/4")
    try await board.settle()
    #expect(try board.content(of: "columns/doing/4", as: CardRow.self).card.status == .doing)
  }

  @Test func `a form says what is wrong, and keeps what was typed`() async throws {
    let page = try await person("Ada").open("/board")
    try await page.send("save", from: "cardForm", data: ["title": " ", "assignee": "Ben"])
    let form = try page.content(of: "cardForm", as: CardForm.self)
    #expect(form.problem == "Write what there is to do." && form.fields.assignee == .ben)
    #expect(try page.contents(as: CardRow.self).count == 3)
  }

  @Test func `a comment has the name of the person who is signed in, and a forged date is refused`() async throws {
    let page = try await person("Cleo").open("/card/1")
    try await page.send("send", from: "comments/footer", data: "Blue ones, please.")
    #expect(try await page.text(of: "comments/1") == "C Cleo Blue ones, please.")
    await #expect(throws: TestPage.Failure.self) {
      try await page.send("save", from: "cardForm", data: ["title": "A", "due": "2026-02-30"])
    }
    try await page.send("archive", from: "cardForm", data: true)
    #expect(try page.content(of: "cardForm", as: CardForm.self).isArchived == true)
  }

  @Test func `who signs out is a stranger again`() async throws {
    let ada = try await person("Ada")
    let page = try await ada.open("/table")
    // A test reads the page again after each event, and the stranger may not.
    await #expect(throws: TestPage.Failure.self) { try await page.send("signOut", from: "menu") }
    #expect(try await ada.get("/board.csv").status == 303)
  }
}
