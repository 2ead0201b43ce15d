package import Espalier
import EspalierHTTP

/// A development tool of a site, such as `Inspector` of the library EspalierInspector.
///
/// ```swift
/// Site(tools: [Inspector()]) { Page("/posts", title: "Posts") { PostList() } }
/// ```
public protocol SiteTool: Sendable {
  /// The parts that the tool adds to a site.
  var parts: SiteToolParts { get }
}

/// The parts that a tool adds to a site. Only the tools of this package fill it.
public struct SiteToolParts: Sendable {
  /// Makes the tool's own pages, once, from the pages that the site declares.
  package var pages: @Sendable ([Page]) -> [Page] = { _ in [] }
  /// Gets each event and each request for patches, with its answer.
  package var filter: (any AnswerFilter)?
  /// Observes what page instances receive and publish.
  package var observer: (any InstanceObserver)?
  /// Paths that the tool answers.
  package var paths: [ToolPath] = []
  /// Static files by path, without the leading slash.
  package var files: [String: [UInt8]] = [:]
  /// Further values for page templates.
  package var values = JSONObject()

  /// Adds nothing.
  package init() {}
}
