import Espalier
import EspalierHTTP
import EspalierServer
import EspalierTestSupport
import Testing

/// Viewers at one server of a page that another one has, which knows who looks.
@Suite struct LookoutTests {
  private struct Sight: Content, Identifiable {
    let id: String
    var viewers = 0
    var visibility: Visibility? { .inView }
    var html: HTML { "<p>\(viewers) look</p>" }
  }

  private final class SightModel: CellModel<Sight> {
    override func didAppear() { content.viewers = viewerCount }
    override func didDisappear() { content.viewers = viewerCount }
  }

  private let machines = Machines()
  private let path = "/lookout"

  private func start(_ address: String) throws -> Machine {
    try machines.start(address) { store, clock in
      Site(store: store, log: .silent, clock: clock) {
        Page(path, title: "Lookout") {
          let root = ContainerModel()
          root.add(SightModel(Sight(id: "sea")))
          return root
        }
      }
    }
  }

  private func look(_ browser: String, at machine: Machine, sees: Bool = true) async throws -> Int {
    try await machine.post(
      path + "/events?node=&event=visibility&id=\(RandomID.next())",
      "\(sees ? "appeared" : "disappeared")=sea&viewer=1", cookie: "espalier=" + browser
    ).status.code
  }

  private func follow(_ browser: String, at machine: Machine) async throws -> EventStream {
    let version = try await machine.version(of: path)
    let response = try await machine.get(
      path + "/patches?since=\(version)", [.accept: "text/event-stream", .cookie: "espalier=" + browser])
    guard case .stream(let stream) = response.body else { throw Machine.NoStream(response: response) }
    return stream
  }

  private func shows(_ text: String, _ machine: Machine) async throws -> Bool {
    for _ in 0..<500 {
      if try await machine.get(path).text.contains("<p>\(text)</p>") { return true }
      try await Task.sleep(for: .milliseconds(10))
    }
    return false
  }

  @Test func `a server knows who looks by way of another one, and when they do not any more`() async throws {
    let (one, two) = (try start("one"), try start("two"))
    #expect(try await shows("0 look", one))
    let (ann, bob) = (RandomID.next(), RandomID.next())
    // Until somebody asks who looks, they share a stream.
    let first = [try await follow(ann, at: two), try await follow(bob, at: two)]
    #expect(machines.network.streams(of: "one") == 1)
    #expect(try await look(ann, at: two) == 200)
    for stream in first { #expect(await stream.read { $0.contains("event: bye") }.contains("event: bye")) }
    let (hers, his) = (try await follow(ann, at: two), try await follow(bob, at: two))
    #expect(await eventually { machines.network.streams(of: "one") == 2 })
    #expect(try await look(bob, at: two) == 200)
    #expect(try await shows("2 look", one))
    hers.finish(.gone)
    #expect(try await machines.passing { try await shows("1 look", one) })
    #expect(his.isOpen)
    // Her browser comes back to the server that has the page.
    _ = try await follow(ann, at: one)
    #expect(try await look(ann, at: one) == 200)
    #expect(try await shows("2 look", one))
    his.finish(.gone)
    #expect(try await machines.passing { try await shows("1 look", one) })
  }
}
