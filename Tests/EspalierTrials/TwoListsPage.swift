import Espalier
import EspalierServer
import EspalierSQLite

/// `/two`: two long lists, and the place in each of them.
struct TwoListsURL: SiteURL {
  static let path = "/two"
  var word: String?
  var up: ListAnchor?
  var down: ListAnchor?
}

/// Two windows over the same rows, the first in ascending and the second in descending order.
final class TwoListsPage: ContainerModel {
  init(_ url: TwoListsURL, _ database: Database) {
    super.init()
    let rows: SQL = "SELECT id, text FROM burst"
    add(
      list("up", Query(rows, sortedBy: .ascending("id")), database, at: url.up) {
        TwoListsURL(word: url.word, up: $0, down: url.down)
      })
    add(
      list("down", Query(rows, sortedBy: .descending("id")), database, at: url.down) {
        TwoListsURL(word: url.word, up: url.up, down: $0)
      })
  }

  private func list(
    _ id: String, _ query: Query<BurstRow>, _ database: Database, at anchor: ListAnchor?,
    _ link: @escaping (ListAnchor) -> TwoListsURL
  ) -> ContainerModel {
    let list = ContainerModel(id: id)
    list.header = .earlierRows(link: link)
    list.footer = .laterRows(link: link)
    list.children.source = FetchedSource(query, in: database, at: anchor ?? .start, size: 40)
    return list
  }
}
