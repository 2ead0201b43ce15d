/// The place where a site saves the values that must survive a restart: see `persist(_:as:)` of a node.
///
/// ```swift
/// import EspalierSQLite
///
/// let site = Site(store: try .sqlite("pages.sqlite")) { Page("/posts", title: "Posts") { PostList() } }
/// ```
public struct PageStore: Sendable {
  package let storage: any PageStorage

  package init(_ storage: any PageStorage) { self.storage = storage }
}
