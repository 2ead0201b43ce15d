import Espalier
import EspalierSQLite
import EspalierTestSupport
import EspalierTesting
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// A write that must not be done twice, from the article "Databases".
enum BookingArticle {
  struct Hours: Codable, Sendable { var start, stop: Int }

  struct BookingForm: Content {
    static let book = Event<Hours>("book")
    var problem = ""
    var html: HTML {
      """
      <form \(Self.book)><input name="start" type="number"><input name="stop" type="number"><button>Book</button></form>\
      <p>\(problem)</p>
      """
    }
  }

  struct Taken: Error {}

  final class BookingPage: ContainerModel {
    let database: Database
    let form = CellModel(BookingForm(), key: "form")

    init(_ database: Database) {
      self.database = database
      super.init()
    }

    override func didLoad() {
      add(form)
      on(BookingForm.book) { page, hours in
        page.write(to: page.database) { data in
          let others: [Int] = try data.rows(
            "SELECT id FROM booking WHERE start < \(hours.stop) AND stop > \(hours.start)")
          guard others.isEmpty else { throw Taken() }
          try data.run("INSERT INTO booking (start, stop) VALUES (\(hours.start), \(hours.stop))")
        } then: { page, _ in
          page.form.content = BookingForm()
        } failed: { page, error in
          page.form.content.problem = error is Taken ? "Somebody was faster." : "Try again later."
        }
      }
    }
  }
}

struct BookingArticleTests {
  @Test func `hours that somebody has booked are not booked again, and the form says so`() async throws {
    let folder = try TemporaryFolder()
    let database = Database(
      folder.path + "/bookings.sqlite",
      schema: "CREATE TABLE IF NOT EXISTS booking (id INTEGER PRIMARY KEY, start INTEGER, stop INTEGER)")
    let site = Site(log: .silent) { Page("/", title: "Bookings") { BookingArticle.BookingPage(database) } }
    let page = try await TestPage.open("/", over: try InProcess(site))
    try await page.send("book", from: "form", data: ["start": 9, "stop": 12])
    try await page.send("book", from: "form", data: ["start": 11, "stop": 13])
    try await page.wait { $0["form"]?["problem"] == "Somebody was faster." }
    #expect(try await database.rows("SELECT start FROM booking", as: Int.self) == [9])
  }
}
