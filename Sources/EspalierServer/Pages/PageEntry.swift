import EspalierHTTP
package import Espalier

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
