import Espalier
import EspalierTestSupport
import Foundation
import Testing

/// The inputs that the fuzzers begin with, among them all that once broke a law. The tests check each input whole, cut
/// at up to a thousand places, and with randomly changed bytes.
@Suite(.serialized) struct SeedTests {
  @Test(arguments: Seed.all(of: "json"))
  func `no seed breaks the law of JSON`(_ seed: Seed) throws { try seed.check(JSONLaw.check) }

  @Test(arguments: Seed.all(of: "templates"))
  func `no seed breaks the law of templates`(_ seed: Seed) throws { try seed.check(TemplateLaw.check) }

  @Test(arguments: Seed.all(of: "requests"))
  func `no seed breaks the law of requests`(_ seed: Seed) throws { try seed.check(RequestLaw.check) }

  @Test(arguments: Seed.all(of: "uploads"))
  func `no seed breaks the law of forms with files`(_ seed: Seed) throws { try seed.check(UploadLaw.check) }

  @Test(arguments: ["json", "templates", "requests", "uploads"])
  func `each folder has more than ten seeds`(of folder: String) { #expect(Seed.all(of: folder).count > 10) }

  @Test func `the check finds a law that a change of one byte breaks`() throws {
    let seed = Seed(name: "kept", bytes: Array("a text without a question mark".utf8))
    let isOnlyCut = { (input: [UInt8]) in seed.bytes.starts(with: input) }
    #expect(throws: BrokenLaw.self) { try seed.check { try require(isOnlyCut($0), "a changed byte") } }
    #expect(throws: BrokenLaw.self) { try seed.check { try require($0.count > 7, "too short") } }
  }
}

struct Seed: CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  var testDescription: String { name }

  static func all(of folder: String) -> [Seed] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Fuzz/Seeds/\(folder)")
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return files.sorted { $0.lastPathComponent < $1.lastPathComponent }.compactMap { file in
      (try? Data(contentsOf: file)).map { Seed(name: file.lastPathComponent, bytes: Array($0)) }
    }
  }

  /// Bytes with a meaning for one of the readers.
  private static let marks = Array("{}[]\",:\\<>&'/=?%#^+-.0eE \r\n\0\u{FF}".utf8)

  func check(_ law: ([UInt8]) throws -> Void) throws {
    try law(bytes)
    let step = max(1, bytes.count / rounds(5000))
    for end in stride(from: 0, to: bytes.count, by: step) { try law(Array(bytes.prefix(end))) }
    var chance = SeededRandom(state: UInt64(bytes.count))
    for _ in 0..<rounds(1000) where !bytes.isEmpty {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &chance) {
        changed[Int.random(in: changed.indices, using: &chance)] = Self.marks.randomElement(using: &chance) ?? 0
      }
      try law(changed)
    }
  }
}
