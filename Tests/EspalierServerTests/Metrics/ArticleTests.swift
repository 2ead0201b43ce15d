import Glibc
import Testing

@testable import EspalierServer

struct ArticleTests {
  @Test func `the article names every family, with its kind, in order`() throws {
    let folder = TextFolder("Sources/Espalier/Espalier.docc", ending: "Operating.md")
    let article = try #require(folder.files().first?.text)
    let rows = article.split(separator: "\n").filter { $0.hasPrefix("| `espalier_") || $0.hasPrefix("| `process_") }
    let listed = rows.map { row in
      let cells = row.split(separator: "|").map { $0.filter { $0 != " " && $0 != "`" } }
      return "\(cells[0]) \(cells[1])"
    }
    let text = String(decoding: Metrics().exposition, as: UTF8.self)
    let written = text.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }.map { String($0.dropFirst(7)) }
    #expect(listed == written)
  }
}
