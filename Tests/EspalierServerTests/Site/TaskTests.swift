import Espalier
import EspalierLocks
import EspalierServer
import EspalierTestSupport
import EspalierTesting
import Testing

@testable import EspalierHTTP

/// What a site does by itself.
@Suite struct TaskTests {
  private struct Trouble: Error {}

  private let lines = Lock("")

  private func site() -> Site {
    Site(
      templates: "none", files: "none",
      log: Log { [lines] bytes in lines.withLock { $0 += String(decoding: bytes, as: UTF8.self) } }
    ) { Page("/", title: "Home") { ContainerModel() } }
  }

  @Test func `a task runs while its site is served, and is cancelled with it`() async throws {
    let (begun, ended) = (Counter(), Counter())
    let site = site().runOnOneNode("wait") {
      begun.add()
      defer { ended.add() }
      try await Task.sleep(for: .seconds(60))
    }
    #expect(begun.value == 0)
    for _ in 0..<2 { _ = try InProcess(site) }
    // One that is added later begins at once.
    site.runOnOneNode("another") { begun.add() }
    while begun.value < 2 { await Task.yield() }
    site.responder.serverEnters(.stopping)
    while ended.value < 1 { await Task.yield() }
    #expect(begun.value == 2 && lines.withLock { $0 }.isEmpty, "no error is logged")
  }

  @Test func `an error is logged, and two tasks with one name are refused`() async throws {
    let site = site().runOnOneNode("failing") { throw Trouble() }
    _ = try InProcess(site)
    while !lines.withLock({ $0.contains("event=task name=failing") && $0.contains("Trouble") }) { await Task.yield() }
    site.runOnOneNode("failing") {}
    let error = #expect(throws: SiteError.self) { try site.check() }
    #expect(error?.description.contains("two tasks with the name \"failing\"") == true)
  }
}
