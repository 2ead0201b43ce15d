import Espalier
import EspalierHTTP

/// A page or routes at a path of a site. It is indirect, because each request copies it and a page has many fields.
indirect enum SitePlace: Sendable {
  /// A page, or one of the paths below it.
  case page(Page, PageLocation.Part)
  /// Routes, by the methods that they answer.
  case routes([Method: Route])

  /// All places of some pages and routes. Leaves out invalid paths, which the check of the site reports.
  static func index(_ pages: [Page], _ routes: [Route]) -> PathIndex<SitePlace> {
    var all = pages.flatMap { page in
      page.places.map { (pattern: $0.pattern, target: SitePlace.page(page, $0.part)) }
    }
    for routes in Dictionary(grouping: routes, by: \.path).values {
      guard let pattern = try? routes[0].pattern.get() else { continue }
      let byMethod = Dictionary(routes.map { ($0.method, $0) }) { first, _ in first }
      all.append((pattern, .routes(byMethod)))
    }
    return PathIndex(all)
  }
}

extension Page {
  /// The paths of the page; none if its path is invalid.
  var places: [(part: PageLocation.Part, pattern: PathPattern)] {
    guard let pattern = try? entry.pattern.get() else { return [] }
    return PageLocation.Part.allCases.map { ($0, $0 == .page ? pattern : pattern.appending($0.rawValue)) }
  }
}
