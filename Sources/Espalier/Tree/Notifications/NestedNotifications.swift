/// The notifications of a tree that are under way, each posted by a listener of the one before.
///
/// Where listeners answer each other without end, all that is under way is given up: each level may have any number of
/// listeners, so that going on with the rest of each would take for ever too.
final class NestedNotifications: TreeFeature {
  private var depth = 0
  /// Whether there were too many, and the rest of each is left undone.
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
