extension Node {
  /// Changes any state of the node and updates the node once: `willRender` is called before the next flush, and a cell
  /// is rendered if its content has changed then.
  ///
  /// ```swift
  /// setState(animations: .fade) {
  ///   taps += 1
  ///   content.label = "\(taps)"
  /// }
  /// ```
  ///
  /// The closure may be empty, if something else that `willRender` reads has changed. With `animations`, the change
  /// uses these animations, also in the nodes below; nil leaves the animations as they are.
  public final func setState(animations: Animations? = nil, _ change: () throws -> Void) rethrows {
    defer {
      markState()
      if let animations { animateNextChange(animations) }
    }
    try change()
  }
}
