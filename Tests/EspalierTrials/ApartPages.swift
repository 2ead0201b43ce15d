import Espalier
import EspalierServer

/// Pages that the servers of one site share out: each shelf and each browser's cart is at one of them.
enum ApartPages {
  struct Shelf: SiteURL {
    static let path = "/shelf/{number}"
    var number: Int
  }

  struct Counter: SiteURL {
    static let path = "/price/{number}"
    var number: Int
  }

  @SiteBuilder static var parts: [any SitePart] {
    Page(Counter.self, title: "Price") { _ in PricePage() }.onAnyNode()
    Page("/ledger", title: "Ledger") { LedgerPage() }
    Page(Shelf.self, title: "Shelf") { $0.number < 10_000 ? LedgerPage() : nil }.onAnyNode()
    Page("/cart", title: "Cart", scope: .browser) { LedgerPage() }.onAnyNode()
    GatePage.parts
  }
}

/// Shows a price that the site shares with all its pages, at whatever server.
final class PricePage: ContainerModel {
  struct Tag: Content {
    static let set = Event<Int>("set")
    var price = 0
    var html: HTML { "<b>\(price)</b><form \(Self.set)><input name=\"data\" aria-label=\"Price\"></form>" }
  }

  static let price = SharedData<Int>("price")
  private let cell = CellModel(Tag())

  override func didLoad() {
    add(cell)
    cell.subscribe(to: Self.price) { $0.content.price = $1 }
  }

  /// Lets the site share each price that somebody sets.
  static func share(from site: Site) {
    site.on(Tag.set) { [weak site] in site?.share($0, to: Self.price) }
  }
}
