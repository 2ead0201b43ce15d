extension Node {
  /// Changes any of the node's state in one go, and has it updated once: `willRender` is called before the next flush, and a
  /// cell is rendered if its content is another one then.
  ///
  /// ```swift
  /// setState(animations: .fade) {
  ///   taps += 1
  ///   content.label = "\(taps)"
  /// }
  /// ```
  ///
  /// The closure may be empty, to say that something has changed which `willRender` reads. With `animations` the change is
  /// shown in that way, as by `animateNextChange`; nil says nothing of that.
  public final func setState(animations: Animations? = nil, _ change: () throws -> Void) rethrows {
    defer {
      markState()
      if let animations { animateNextChange(animations) }
    }
    try change()
  }
}
