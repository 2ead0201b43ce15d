/// A content that names what its row will need before a viewer sees it. The plugin ``Prefetching`` loads it in time.
public protocol PrefetchableRow: Content {
  /// The ids of what the row needs, such as the names of pictures. Rows that name one id share one load.
  var prefetched: [String] { get }
}
