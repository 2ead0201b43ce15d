import Glibc
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

struct ArticleTests {
  private func article() throws -> String {
    let folder = TextFolder("Sources/EspalierServer/EspalierServer.docc", ending: "Operating.md")
    return try #require(folder.files().first?.text)
  }

  @Test func `the article lists each limit, in order`() throws {
    let named = try article().split(separator: "\n").compactMap { line in
      line.hasPrefix("| `Limits.") ? line.split(separator: "`")[1] : nil
    }
    func names(_ limits: Any, _ type: String) -> [String] {
      Mirror(reflecting: limits).children.compactMap { $0.label.map { "\(type).\($0)" } }
    }
    #expect(named.map(String.init) == names(HTTPLimits(), "Limits.http") + names(PageLimits(), "Limits.pages"))
  }

  @Test func `the article lists each metric family with its kind, in order`() throws {
    let rows = try article().split(separator: "\n").filter {
      $0.hasPrefix("| `espalier_") || $0.hasPrefix("| `process_")
    }
    let listed = rows.map { row in
      let cells = row.split(separator: "|").map { $0.filter { $0 != " " && $0 != "`" } }
      return "\(cells[0]) \(cells[1])"
    }
    let text = String(decoding: Metrics().exposition, as: UTF8.self)
    let written = text.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }.map { String($0.dropFirst(7)) }
    #expect(listed == written)
  }
}
