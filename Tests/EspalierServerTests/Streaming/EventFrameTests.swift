import Foundation
import Testing

@testable import Espalier
@testable import EspalierHTTP
@testable import EspalierServer

/// Patches as Server-Sent Events, parsed by the rules of the WHATWG standard: no text from users ends a line, an event
/// or a field.
@Suite struct EventFrameTests {
  private struct Note: Content {
    var text = ""
    var html: HTML { "<p title=\"\(text)\">\(text)</p><textarea name=\"a\">\(text)</textarea>" }
  }

  private static let texts: [String] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../hostile-texts.json")
    let bytes = (try? Data(contentsOf: file)).map { [UInt8]($0) } ?? []
    guard case .array(let texts)? = try? JSON(parsing: bytes) else { return [] }
    return texts.compactMap(\.text)
  }()

  /// The events of a stream (WHATWG HTML 9.2.6): their id, name and data.
  private func events(_ stream: [UInt8]) -> [[String]] {
    var (events, fields): ([[String]], [String: String]) = ([], [:])
    var text = String(decoding: stream, as: UTF8.self).unicodeScalars[...]
    while !text.isEmpty {
      let end = text.firstIndex { $0 == "\n" || $0 == "\r" } ?? text.endIndex
      let line = text[..<end]
      let isCarriage = text[end...].first == "\r"
      text = text[end...].dropFirst()
      if isCarriage, text.first == "\n" { text = text.dropFirst() }
      if line.isEmpty {
        events.append(["id", "event", "data"].map { fields[$0] ?? "" })
        fields = [:]
      } else {
        let colon = line.firstIndex(of: ":") ?? line.endIndex
        let value = line[colon...].dropFirst()
        let name = String(line[..<colon])
        let plain = String(value.first == " " ? value.dropFirst() : value)
        fields[name] = name == "data" ? fields[name].map { $0 + "\n" + plain } ?? plain : plain
      }
    }
    return events
  }

  @Test(arguments: Dialect.allCases)
  func `each hostile text stays inside one event of one stream`(dialect: Dialect) {
    #expect(Self.texts.count > 50)
    for text in Self.texts {
      let cell = CellModel(Note())
      let root = ContainerModel()
      root.add(cell)
      let tree = Tree(root)
      _ = tree.flushAll()
      cell.content.text = text
      guard let changes = tree.flushAll() else { continue }
      let dialects = Dialects(html: HTMLDialect(events: "/e"), regions: [])
      for data in [dialects.patch(changes, in: dialect), dialects.snapshot(tree.snapshot(), in: dialect)] {
        let read = events(ServerSentEvent.patch.frame(id: "a.1", data: data, dialect))
        // Each kind of line end arrives as a line feed, as in HTML.
        let sent = String(decoding: data, as: UTF8.self).replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        #expect(read == [["a.1", dialect == .turbo ? "" : "patch", sent]], "\(text.debugDescription)")
      }
    }
  }

  @Test(arguments: Dialect.allCases)
  func `the body of a patch is the data of its event, whichever is made first`(dialect: Dialect) {
    for text in Self.texts {
      let cell = CellModel(Note())
      let root = ContainerModel()
      root.add(cell)
      let tree = Tree(root)
      _ = tree.flushAll()
      cell.content.text = text
      guard let changes = tree.flushAll() else { continue }
      let dialects = Dialects(html: HTMLDialect(events: "/e"), regions: [])
      let patches = (0..<2).map { _ in
        Patch(changes, version: Version(epoch: "e", number: 1), metrics: StreamingMetrics())
      }
      let body = patches[0].body(dialect, dialects)
      let frame = patches[1].frame(dialect, dialects)
      #expect(patches[0].frame(dialect, dialects) == frame)
      #expect(patches[1].body(dialect, dialects) == body)
      #expect(ServerSentEvent.data(of: frame) == body)
    }
  }
}
