extension Tree {
  /// Whether the tree records steps for `takeTrace`. The cost grows with the number of steps; there is none if this is
  /// false.
  package var isWatched: Bool {
    get { trace != nil }
    set { trace = newValue ? trace ?? Trace() : nil }
  }

  /// The steps since the last call; empty if `isWatched` is false.
  package func takeTrace() -> Trace {
    guard let taken = trace else { return Trace() }
    trace = Trace()
    return taken
  }

  func note(_ step: @autoclosure () -> Trace.Step) { trace?.note(step) }
}
