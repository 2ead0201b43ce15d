import CZlib
import Espalier
import EspalierTestSupport
import Foundation
import Testing

@testable import EspalierHTTP

/// Documents in gzip with a text that differs for each reader.
struct GzipDocumentTests {
  /// What zlib reads from a gzip file with these bytes; nil if the file is not valid.
  private func unpacked(_ bytes: [UInt8]) throws -> [UInt8]? {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).gz")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(bytes).write(to: file)
    guard let stream = unsafe gzopen(file.path, "rb") else { return nil }
    defer { unsafe gzclose(stream) }
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe gzread(stream, &buffer, UInt32(buffer.count))
      if count < 0 { return nil }
      if count == 0 { break }
      all += buffer.prefix(Int(count))
    }
    // The checksum is compared when the end is read.
    var error: Int32 = 0
    _ = unsafe gzerror(stream, &error)
    return error == Z_OK || error == Z_STREAM_END ? all : nil
  }

  /// A text with many repetitions, some of them across pieces.
  private func someText(_ count: Int, using random: inout SeededRandom) -> [UInt8] {
    let words = ["<li class=\"row\">", "</li>", "press", "ü€𝄞", "\u{0}", "0123456789abcdef"]
    var text: [UInt8] = []
    while text.count < count { text += words.randomElement(using: &random)?.utf8.map { $0 } ?? [] }
    return Array(text.prefix(count))
  }

  @Test(arguments: seeds(500))
  func `every copy unpacks to the document with its text`(seed: Int) throws {
    var random = SeededRandom(state: UInt64(seed))
    var parts: [SharedBytes.Part] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let pieces = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        someText([0, 1, 700, 5_000, 70_000].randomElement(using: &random) ?? 0, using: &random)
      }
      parts += [.bytes(someText(600, using: &random)), .joined(pieces, by: Array("first".utf8))]
    }
    guard let document = GzipDocument(parts) else { return }
    for text in ["", "x", "0123456789abcdef", String(repeating: "long", count: 2_000)] {
      let plain = SharedBytes(
        parts.map { part in
          if case .joined(let pieces, _) = part { .joined(pieces, by: Array(text.utf8)) } else { part }
        }
      ).joined
      let packed = document.bytes(text)
      #expect(try unpacked(packed) == plain)
      #expect(document.plainCount(text) == plain.count)
    }
  }

  @Test func `the length depends on the length of the text, and on nothing else of it`() throws {
    let page = Array(String(repeating: "<p>token=abcdef0123456789</p>", count: 100).utf8)
    let document = try #require(GzipDocument([.joined([page, page], by: [])]))
    let lengths = ["abcdef0123456789", "0000000000000000", "zyxwvu9876543210"].map { document.bytes($0).count }
    #expect(Set(lengths).count == 1)
    #expect(lengths[0] < page.count / 5)
  }

  @Test func `a short document, one with many pieces and one that does not shrink stay as they are`() {
    let piece = Array(String(repeating: "a", count: 600).utf8)
    #expect(GzipDocument([.bytes(piece)]) == nil)
    #expect(GzipDocument([.bytes(piece), .bytes(piece)]) != nil)
    #expect(GzipDocument([.joined([[UInt8]](repeating: piece, count: 16), by: [])]) != nil)
    #expect(GzipDocument([.joined([[UInt8]](repeating: piece, count: 17), by: [])]) == nil)
    var random = SeededRandom(state: 1)
    #expect(GzipDocument([.bytes((0..<5_000).map { _ in UInt8.random(in: .min ... .max, using: &random) })]) == nil)
  }
}
