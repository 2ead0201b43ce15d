import EspalierHTTP
import Espalier

/// What one URL of the site shows: a page, with values for its parameters. It is shared, because each step of a request
/// passes it on, and a page has many fields.
package final class PageLocation: Sendable {
  package let page: Page
  let target: PageEntry.Target

  init(page: Page, target: PageEntry.Target) { (self.page, self.target) = (page, target) }

  /// The page's URL with its parameters. Equal values have equal URLs.
  package var url: String { target.url.text }
  /// The path of that URL.
  var path: String { target.url.path }
  /// The query of that URL, without the question mark.
  var query: String { target.url.query }
  /// The path to which events are sent.
  var events: String { target.url.appending(Part.events.rawValue).path }
  /// The path of the patches.
  var patches: String { target.url.appending(Part.patches.rawValue).path }

  /// The parts of a page that have paths of their own.
  enum Part: String, CaseIterable { case page = "", events, patches }

  /// A root for this location. Throws if there is nothing here.
  func root() throws(HTTPError) -> ContainerModel {
    guard let root = target.root() else { throw HTTPError(.notFound, "There is nothing at \(url).") }
    return root
  }
}

extension Page {
  /// The location of a page without parameters. With parameters, there is nothing.
  var location: PageLocation {
    let target = entry.hasParameters ? nil : try? entry.target(JSONObject())
    return PageLocation(page: self, target: target ?? PageEntry.Target(url: URLParts(path: path)) { nil })
  }
}

extension PageLocation {
  /// The path of this location, with the request's query, if the request spells the path in another way: `/card/017`
  /// for `/card/17`. Nil if it does not.
  func otherSpelling(of request: Request) -> String? {
    guard page.entry.hasParameters, path != URLParts.path(request.segments) else { return nil }
    return path + (request.target.rawQuery.map { "?\($0)" } ?? "")
  }

  /// The URL without the last segment of its path.
  package var parentURL: String {
    let end = path.lastIndex(of: "/") ?? path.startIndex
    return (end == path.startIndex ? "/" : String(path[..<end])) + (query.isEmpty ? "" : "?" + query)
  }
}
