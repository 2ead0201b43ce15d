import Espalier
import EspalierCluster
import EspalierServer

/// The samples of the article on many machines.
enum ClusterArticle {
  final class PostList: ContainerModel {
    override func didLoad() { add(Label("A post")) }
  }

  static func site() -> Site {
    let site = Site(store: .cluster("postgresql://espalier@10.0.0.9/site", at: "10.0.0.1:7000")) {
      Page("/posts", title: "Posts") { PostList() }
    }
    return site
  }

  final class Cart: ContainerModel {
    override func didLoad() { add(Label("A cart")) }
  }

  struct CardURL: SiteURL {
    static let path = "/card/{number}"
    var number: Int
  }

  final class CardPage: ContainerModel {
    private let number: Int

    init(number: Int) {
      self.number = number
      super.init()
    }

    override func didLoad() { add(Label("Card \(number)")) }
  }

  static func siteOnAnyNode() -> Site {
    let site = Site(store: .cluster("postgresql://espalier@10.0.0.9/site", at: "10.0.0.1:7000")) {
      Page("/posts", title: "Posts") { PostList() }
      Page(CardURL.self, title: "Card") { CardPage(number: $0.number) }.onAnyNode()
      Page("/cart", title: "Cart", scope: .browser) { Cart() }.onAnyNode()
      Route(.get, "/hello") { _ in .text("Hello") }.onAnyNode()
    }
    return site
  }

  static func store() -> PageStore {
    let store = PageStore.cluster("postgresql://espalier@10.0.0.9/site", at: "10.0.0.1:7000", version: 7)
    return store
  }
}
