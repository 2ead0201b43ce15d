/// Something that a node has started and that can be ended early: listening to a signal, or a task.
///
/// It ends automatically when its node leaves the page, so you need not store it.
public protocol Cancellable: AnyObject {
  /// Ends it. Its handlers are not called any more, not even for values that are already on their way.
  func cancel()
}
