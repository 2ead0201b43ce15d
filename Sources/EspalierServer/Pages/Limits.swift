public import EspalierHTTP

/// All limits of a site.
///
/// ```swift
/// var limits = Limits()
/// limits.http.connections = 5_000
/// limits.pages.instances = 2_000
/// let site = Site(limits: limits) { Page("/posts", title: "Posts") { PostList() } }
/// ```
public struct Limits: Sendable, Equatable {
  /// The limits of connections, requests and replies.
  public var http: HTTPLimits
  /// The limits of page instances, events and streams.
  public var pages: PageLimits

  /// The default limits, except those that you pass.
  public init(http: HTTPLimits = HTTPLimits(), pages: PageLimits = PageLimits()) {
    self.http = http
    self.pages = pages
  }
}
