import Espalier
import EspalierServer

/// The samples of the article on notifications.
enum NotificationsArticle {
  struct Price: Content {
    static let refresh = Event<NoData>("refresh")
    static let check = Event<NoData>("check")
    var html: HTML { "12 <button \(Self.refresh)>Refresh everywhere</button><button \(Self.check)>Check</button>" }
  }

  protocol PriceListener { func pricesChanged() }

  final class PriceRow: CellModel<Price>, PriceListener {
    func pricesChanged() { setNeedsRender() }
  }

  final class PriceList: ContainerModel {
    override func didLoad() {
      add([PriceRow(Price(), key: "tea"), PriceRow(Price(), key: "milk")])
      on(Price.check) { $0.check() }
    }

    private func check() {
      notify((any PriceListener).self, .children) { $0.pricesChanged() }
    }
  }

  static func refreshAll(_ site: Site) {
    site.notify((any PriceListener).self) { $0.pricesChanged() }
  }

  static func connect(_ site: Site) {
    site.on(Price.refresh) { [weak site] _ in site?.notify((any PriceListener).self) { $0.pricesChanged() } }
  }
}
