import EspalierHTTP
package import Espalier

/// What one URL of the site shows: a page, with values for its parameters.
package struct PageLocation: Sendable {
  package let page: Page
  let target: PageEntry.Target

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
  /// The location of a page without parameters.
  var location: PageLocation { PageLocation(page: self, target: PageEntry.Target(url: URLParts(path: path)) { nil }) }
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

/// The way into a page: which URLs lead to it, and which root each of them has. It is shared, because each request
/// copies its page.
package final class PageEntry: Sendable {
  /// One URL of a page, with the root that it shows.
  package struct Target: Sendable {
    package let url: URLParts
    /// Makes the root; nil if there is nothing at the URL.
    package let root: @Sendable () -> ContainerModel?
  }

  /// The path as a pattern, or why it is none.
  let pattern: Result<PathPattern, PathPattern.Invalid>
  /// The target for the values of the path's and the query's fields. Throws `PayloadError` with the field's name.
  package let target: @Sendable (JSONObject) throws(PayloadError) -> Target
  /// The target with which the page is checked at the start; nil if the page names no example.
  package let example: Target?
  /// Whether the page has parameters, in its path or its query.
  let hasParameters: Bool
  /// What is wrong with the parameters, given the names that the server itself uses.
  let complaint: @Sendable (_ reserved: [String]) -> String?
  /// The parameters and their types; nil without parameters.
  let parameters: DataShape?

  /// The entry of a page without parameters.
  init(_ path: String, _ root: @escaping @Sendable () -> ContainerModel) {
    let target = Target(url: URLParts(path: path), root: root)
    let pattern = Self.pattern(path)
    self.pattern = pattern
    self.target = { _ in target }
    example = target
    hasParameters = false
    parameters = nil
    complaint = { _ in
      guard let name = (try? pattern.get())?.names.first else { return nil }
      return """
        the path \(path) has the parameter {\(name)}; declare a struct that conforms to SiteURL, with the path \
        \(path) and the property \(name), and make the page with it: Page(TheStruct.self, …)
        """
    }
  }

  /// The entry of a page with parameters.
  init<Parameters: SiteURL>(
    example: Parameters?, _ root: @escaping @Sendable (Parameters) -> ContainerModel?
  ) {
    let target = { @Sendable (values: Parameters) in Target(url: URLParts(values)) { root(values) } }
    pattern = Self.pattern(Parameters.path)
    self.target = { (fields) throws(PayloadError) in target(try Parameters.decode(fields)) }
    self.example = example.map(target)
    hasParameters = true
    parameters = DataShape(
      ofParameters: Parameters.self, names: (try? pattern.get())?.names ?? [], example: example)
    complaint = { Parameters.complaint(reserved: $0) }
  }

  /// The entry of a page one segment below each URL of another page, such as its picture.
  package init(
    below other: PageEntry, _ segment: String, path: String, _ root: @escaping @Sendable () -> ContainerModel
  ) {
    let target = { @Sendable (above: Target) in
      Target(url: above.url.appending(segment)) {
        // Without parameters there is always something, and no need to make it.
        !other.hasParameters || above.root() != nil ? root() : nil
      }
    }
    pattern = Self.pattern(path)
    self.target = { (fields) throws(PayloadError) in target(try other.target(fields)) }
    example = other.example.map(target)
    hasParameters = other.hasParameters
    parameters = other.parameters
    complaint = { _ in nil }
  }

  private static func pattern(_ path: String) -> Result<PathPattern, PathPattern.Invalid> {
    Result { () throws(PathPattern.Invalid) in try PathPattern(path) }
  }
}
