import Espalier
import EspalierTestSupport
import EspalierTesting
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

private struct Fruit: Content {
  static let eat = Event<NoData>("eat")
  var name = ""
  var html: HTML { "<p>\(name)</p><button \(Self.eat)>Eat</button>" }
}

private final class Fruits: ContainerModel {
  override func didLoad() {
    for name in ["Quince", "Medlar", "é & <b>"] { add(CellModel(Fruit(name: name))) }
    on(Fruit.eat) { [unowned self] _ in add(CellModel(Fruit(name: "Pip"))) }
  }
}

@Suite struct ShortDocumentTests {
  @Test(arguments: seeds(500))
  func `the document of another load is the one that its parts would give`(seed: Int) {
    var random = Seeded(state: UInt64(seed))
    func bytes() -> [UInt8] {
      (0..<Int.random(in: 0...9, using: &random)).map { _ in .random(in: 0...255, using: &random) }
    }
    func load() -> String { String((0..<16).map { _ in "0123456789abcdef".randomElement(using: &random) ?? "0" }) }
    // For each part, its pieces: one is shared by all loads.
    let pieces = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      (0..<Int.random(in: 1...4, using: &random)).map { _ in bytes() }
    }
    func parts(_ load: String) -> [SharedBytes.Part] {
      pieces.map { $0.count == 1 ? .bytes($0[0]) : .joined($0, by: Array(load.utf8)) }
    }
    let (first, second) = (load(), load())
    let key = ShortDocument.Key(shell: "", title: "", language: "")
    let document = ShortDocument(key, SharedBytes(parts(first)).joined, of: parts(first))
    #expect(document.bytes(load: second) == SharedBytes(parts(second)).joined)
    #expect(document.bytes(load: first) == SharedBytes(parts(first)).joined)
  }

  @Test func `each load of an unchanged page has its own number and is otherwise the same`() async throws {
    let site = Site(templates: "none", files: "none", log: .silent) {
      Page("/fruits", title: "Fruits") { Fruits() }
    }
    func load() async throws -> (number: String, document: String) {
      let reply = try await InProcess(site).reply(to: Request(.get, "/fruits"))
      let text = String(decoding: reply.body.collected, as: UTF8.self)
      let match = try #require(try /[0-9a-f]{32}\.([0-9a-f]{16})/.firstMatch(in: text))
      return (String(match.1), text.replacing(match.1, with: "LOAD"))
    }
    let loads = [try await load(), try await load(), try await load()]
    #expect(Set(loads.map(\.number)).count == 3)
    #expect(Set(loads.map(\.document)).count == 1)
  }
}
