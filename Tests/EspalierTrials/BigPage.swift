import Espalier
import EspalierServer

/// One of many rows.
struct Row: Content, Identifiable {
  let id: Int
  var text: String
  var html: HTML { "<span>\(text)</span>" }
}

/// A list with this many rows. 24,000 rows are a page of about 2.9 MB.
final class BigPage: ContainerModel {
  private let count: Int

  init(_ count: Int) {
    self.count = count
    super.init()
  }

  override func didLoad() {
    add((0..<count).map { Row(id: $0, text: String(repeating: "row \($0) ", count: 8)) })
    add(Entry())
    on(Entry.put) { page, entry in page.add(Row(id: page.children.count, text: entry)) }
  }
}
