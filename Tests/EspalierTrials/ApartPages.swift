import Espalier
import EspalierServer

/// Pages that the servers of one site share out: each shelf and each browser's cart is at one of them.
enum ApartPages {
  struct Shelf: SiteURL {
    static let path = "/shelf/{number}"
    var number: Int
  }

  @SiteBuilder static var parts: [any SitePart] {
    Page("/ledger", title: "Ledger") { LedgerPage() }
    Page(Shelf.self, title: "Shelf") { $0.number < 10_000 ? LedgerPage() : nil }.onAnyNode()
    Page("/cart", title: "Cart", scope: .browser) { LedgerPage() }.onAnyNode()
  }
}
