import EspalierHTTP
import Espalier

/// The URLs of one page instance: those of its location, with query fields that name the instance, its tab, or both.
///
/// The URLs of a shared page need no id, so they lead to the page after a restart too. Each control of a page has the URL
/// of its events. So if the query of the location is long, the URL has the id of the instance in its place.
struct InstanceURL {
  private let location: PageLocation
  private let id: String
  /// The query fields that name the instance, with their question mark.
  private let namingInstance: String
  /// The query fields that name the tab, with their question mark.
  private let namingTab: String
  /// The query fields in the URL of the page's own events, with their question mark.
  private let namingOwn: String
  /// The query fields that name both.
  private let namingBoth: String
  /// Whether the instance belongs to one browser.
  private let isOwned: Bool
  /// Bytes of a query that each control can repeat.
  static let longestQuery = 256
  /// Bytes of a path that a header can repeat.
  private static let longestPath = 512

  init(_ location: PageLocation, _ name: PersistedInstance.Name) {
    self.location = location
    id = name.id
    let tab = name.owner.tab
    let query = location.query
    let isLong = query.utf8.count > Self.longestQuery
    isOwned = name.owner.browser != nil
    namingInstance = Self.query(isLong ? "" : query, isLong || isOwned ? id : nil, nil)
    namingTab = Self.query(query, nil, tab)
    namingOwn = isLong ? namingInstance : namingTab
    namingBoth = Self.query(query, id, tab)
  }

  /// For clients without cookies.
  var events: String { location.events + namingInstance }
  var patches: String { location.patches + namingInstance }

  /// Whether they fit a header.
  var isShort: Bool { location.path.utf8.count <= Self.longestPath }

  /// For the page itself. The cookie identifies the instance, or else the number of the page's load.
  var ownEvents: String { location.events + namingOwn }
  /// For the page itself. Browsers do not send the part after the `#`. So the URL of a stream, which proxies write to
  /// their logs, does not open the instance without the cookie. The browser's modules use that part to tell instances
  /// apart, and send it if there are no cookies.
  var ownPatches: String { location.patches + namingTab + (isOwned ? "#\(id)" : "") }

  /// The page. It names the instance for a browser that would not find it otherwise.
  func page(named: Bool) -> String { location.path + (named && isOwned ? namingBoth : namingTab) }

  /// The query of the page itself, without its question mark.
  var query: String { String(namingTab.dropFirst()) }

  private static func query(_ query: String, _ id: String?, _ tab: String?) -> String {
    let named = [(WireName.instance, id), (WireName.tab, tab)].compactMap { name, value in value.map { "\(name)=\($0)" }
    }
    let fields = (query.isEmpty ? [] : [query]) + named
    return fields.isEmpty ? "" : "?" + fields.joined(separator: "&")
  }
}

extension PersistedInstance.Owner {
  /// The owner of an instance at a location.
  init(_ location: PageLocation, browser: String?, tab: String?) {
    self.init(page: location.url, browser: browser, tab: tab)
  }
}

/// Headers for curl and other clients without cookies: the instance, its events and its patches.
struct InstanceLinks: Sendable {
  /// For the page and its patches, which a client may keep if it asks whether they are still current.
  let page: Headers
  /// For the reply to an event, which nobody may keep.
  let event: Headers

  init(id: String, _ url: InstanceURL) {
    func headers(_ cacheControl: String) -> Headers {
      var headers: Headers = [.instance: id, .vary: "Accept, Cookie", .cacheControl: cacheControl]
      if url.isShort { headers[.link] = "<\(url.events)>; rel=\"events\", <\(url.patches)>; rel=\"patches\"" }
      return headers.checked
    }
    (page, event) = (headers("private, no-cache"), headers("no-store"))
  }
}

extension HeaderName {
  /// `Espalier-Instance`: the id of the page instance.
  static let instance: HeaderName = "Espalier-Instance"
}
