/// What a node has begun and somebody may want to end early: listening, or a task.
///
/// It ends by itself when its node leaves the page, so it need not be kept.
public protocol Cancellable: AnyObject {
  /// Ends it. Nothing more comes of it, not even what is under way.
  func cancel()
}
