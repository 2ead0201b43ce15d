import EspalierHTTP
import Espalier

/// Where one instance of a page is found again: the page's URLs, with a query that names the instance, its tab, or both.
struct InstanceURL {
  private let page: Page
  private let id: String
  private let tab: String?
  /// Whether it is one browser's own.
  private let isOwned: Bool

  init(_ page: Page, _ name: PersistedInstance.Name) {
    self.page = page
    id = name.id
    tab = name.owner.tab
    isOwned = name.owner.browser != nil
  }

  /// For clients without cookies.
  var events: String { page.events + query(id, nil) }
  var patches: String { page.patches + query(id, nil) }

  /// In the page itself: the cookie tells whose it is, or else the number of the page's load.
  var ownEvents: String { page.events + query(nil, tab) }
  /// In the page itself. Browsers do not send the part behind the `#`, so the URL of a stream, which proxies write to their logs,
  /// opens no tree without the cookie. The browser's modules tell instances apart by it, and send it where there are no cookies.
  var ownPatches: String { page.patches + query(nil, tab) + (isOwned ? "#\(id)" : "") }

  /// The page, naming the instance for a browser that would not find it otherwise.
  func page(named: Bool) -> String { page.path + query(named && isOwned ? id : nil, tab) }

  private func query(_ id: String?, _ tab: String?) -> String {
    let named = [(WireName.instance, id), (WireName.tab, tab)].compactMap { name, value in value.map { "\(name)=\($0)" }
    }
    return named.isEmpty ? "" : "?" + named.joined(separator: "&")
  }
}

extension PageInstance {
  nonisolated var url: InstanceURL { InstanceURL(page, name) }
}
