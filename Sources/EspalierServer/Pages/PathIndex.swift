import Espalier
import EspalierHTTP
import EspalierText

/// Finds the page or route at a path, by the path's segments. Cost: one look-up for a path without parameters; otherwise one
/// comparison for each pattern of that length.
struct PathIndex<Target: Sendable>: Sendable {
  struct Match {
    let target: Target
    /// The texts of the path's parameters.
    let values: [(name: String, value: String)]
  }

  private struct Entry {
    let pattern: PathPattern
    let target: Target
    /// The segments of a path without parameters.
    let literals: [String]
  }

  private var literals: [[String]: Entry] = [:]
  /// By the number of segments. The first that matches counts.
  private var patterns: [Int: [Entry]] = [:]

  /// An index of targets. The first of two with the same path counts; the check of the site reports the other.
  init(_ targets: [(pattern: PathPattern, target: Target)]) {
    for (pattern, target) in targets {
      let entry = Entry(pattern: pattern, target: target, literals: pattern.literals)
      if pattern.names.isEmpty {
        if literals[entry.literals] == nil { literals[entry.literals] = entry }
      } else {
        patterns[pattern.segments.count, default: []].append(entry)
      }
    }
    for count in patterns.keys { patterns[count]?.sort { $0.pattern.precedes($1.pattern) } }
  }

  /// The target at the path with these decoded segments; nil if there is none.
  func match(_ segments: [String]) -> Match? {
    // Swift compares texts by canonical equivalence (Unicode), the pattern compares bytes, as proxies do.
    if let entry = literals[segments],
      zip(entry.literals, segments).allSatisfy({ $0.hasSameBytes(as: $1) })
    {
      return Match(target: entry.target, values: [])
    }
    for entry in patterns[segments.count] ?? [] {
      if let values = entry.pattern.values(in: segments) { return Match(target: entry.target, values: values) }
    }
    return nil
  }
}

extension PathIndex<SitePlace>.Match {
  /// The fields of the URL: the values of the path's parameters, then those of the query.
  func fields(_ query: FormFields) -> JSONObject {
    let path = values.map { ($0.name, JSON.string($0.value)) }
    let names = values.map(\.name)
    let fields = JSONObject(query.pairs.filter { !names.contains($0.name) })
    return JSONObject(path + fields.members.map { ($0.name, $0.value) })
  }

  /// The error for a field that does not have its type: 404 for a value of the path, because nothing has such a value;
  /// 422 for a query field.
  func refusal(_ error: PayloadError) -> HTTPError {
    if values.contains(where: { error.field.isField($0.name) }) {
      return HTTPError(.notFound, "There is nothing at this path: its part \"\(error.field)\" \(error.reason).")
    }
    return HTTPError(
      .unprocessable, "The query field \"\(error.field.shown)\" \(error.reason).", field: error.field)
  }

  /// The location of a page for these values. `page` is its location without values.
  func location(of page: PageLocation, query: FormFields) throws(HTTPError) -> PageLocation {
    let (page, entry) = (page, page.page.entry)
    guard entry.hasParameters else { return page }
    do {
      return PageLocation(page: page.page, target: try entry.target(fields(query)))
    } catch {
      throw refusal(error)
    }
  }
}

extension String {
  /// Whether this path of a field leads to the field `name` or into it.
  fileprivate func isField(_ name: String) -> Bool {
    self == name || hasPrefix(name + ".") || hasPrefix(name + "[")
  }
}

/// A page or routes at a path of a site.
enum SitePlace: Sendable {
  /// A page at its location without values, or one of the paths below it.
  case page(PageLocation, PageLocation.Part)
  /// Routes, by the methods that they answer.
  case routes([Method: Route])

  /// Whether clients send events here.
  var isEvents: Bool { if case .page(_, .events) = self { true } else { false } }

  /// All places of some pages and routes. Leaves out invalid paths, which the check of the site reports.
  static func index(_ pages: [Page], _ routes: [Route]) -> PathIndex<SitePlace> {
    var all = pages.flatMap { page in
      let location = page.location
      return page.places.map { (pattern: $0.pattern, target: SitePlace.page(location, $0.part)) }
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
