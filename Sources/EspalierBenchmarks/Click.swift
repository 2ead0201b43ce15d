import Espalier
import EspalierHTTP
import EspalierServer

/// Measures the cost of a click on the server as the page grows. The cost follows the change, so a page of 10,000 cells
/// should be as fast as a page of 100 cells.
enum Click {
  static func run(_ report: Report) throws {
    let (most, many, few) = (report.size(100_000), report.size(10_000), 100)
    try compare(report, "A click in a page of 100,000 cells", most, few)
    try compare(report, "A click in a page of 10,000 cells", many, few)

    var limits = PageLimits()
    limits.eventsPerSecond = 0
    limits.eventWork = .zero
    let site = Site(templates: "none", files: "none", limits: Limits(pages: limits), log: .silent) {
      for count in [few, many] { Page("/\(count)", title: "Count") { CounterList(rows: count - 1) } }
    }
    let server = try site.server(HTTPConfiguration(port: 0, log: .silent))
    let address = try server.start()
    defer { server.stop() }
    guard let client = Client(port: address.port) else { throw Unreachable() }
    func press(_ count: Int) -> () -> Void {
      let request = Array(
        """
        POST /\(count)/events?node=counter&event=add HTTP/1.1\r\nHost: \(address)\r\n\
        Accept: application/vnd.espalier.patch+json\r\nContent-Type: application/x-www-form-urlencoded\r\n\
        Content-Length: 5\r\n\r\ndata=
        """.utf8)
      return { precondition(client.status(of: request) == 200) }
    }
    report.compare("over HTTP", calls: 1000, press(many), against: press(few))
  }

  private static func compare(_ report: Report, _ group: String, _ many: Int, _ few: Int) throws {
    report.begin(group, against: "the same click in a page of 100 cells")
    let (large, small) = (Clicker(cells: many), Clicker(cells: few))
    try report.compare("received, flushed and encoded", calls: 2000, { try large.click() }) { try small.click() }
  }

  /// Presses the button of a list's counter. Does what the server does after it has read the event.
  private final class Clicker {
    private let tree: Tree
    private let dom = DOMDialect(html: HTMLDialect(events: "/events"))

    init(cells: Int) {
      tree = Tree(CounterList(rows: cells - 1))
      _ = tree.turn(.none, .unseen)
    }

    func click() throws {
      let turn = try tree.turn(receiving: SentEvent("add", from: "counter", data: .null)).turn
      guard let changes = turn.changes else { preconditionFailure("nothing changed") }
      precondition(dom.patch(changes).count > 2)
    }
  }
}
