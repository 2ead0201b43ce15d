package import Espalier
import EspalierHTTP

/// A development tool of a site, such as `.inspector()` of the library EspalierInspector.
///
/// ```swift
/// Site(tools: [.inspector()]) { Page("/posts", title: "Posts") { PostList() } }
/// ```
public struct SiteTool: Sendable {
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
