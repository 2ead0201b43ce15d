/// The notifications of a tree that are in progress, each posted by a listener of the previous one.
///
/// If listeners answer each other without end, all notifications in progress are given up. Each level may have any
/// number of listeners, so continuing with the rest of each level would not end either.
final class NestedNotifications: TreeFeature {
  private var depth = 0
  /// Whether there were too many, so that the remaining calls of each are skipped.
  private(set) var isExceeded = false

  /// Returns whether one more may begin.
  func begin() -> Bool {
    if depth == Tree.mostNestedNotifications { isExceeded = true }
    if !isExceeded { depth += 1 }
    return !isExceeded
  }

  func end() {
    depth -= 1
    if depth == 0 { isExceeded = false }
  }
}
