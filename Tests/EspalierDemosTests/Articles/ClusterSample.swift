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

  struct Tag: Content {
    static let setPrice = Event<Int>("setPrice")
    static let price = SharedData<Int>("price")
    var price = 0
    var html: HTML { "<b>\(price)</b>" }
  }

  static func share(from site: Site) {
    site.on(Tag.setPrice) { [weak site] price in site?.share(price, to: Tag.price) }
  }

  static func carry(_ prices: Signal<Int>, from site: Site) {
    site.carry(prices, as: "prices")
  }

  static func store() -> PageStore {
    let store = PageStore.cluster("postgresql://espalier@10.0.0.9/site", at: "10.0.0.1:7000", version: 7)
    return store
  }
}
