extension Tree {
  /// Whether what happens is written down, for `takeTrace`. Costs as much as happens, and nothing where it is false.
  package var isWatched: Bool {
    get { trace != nil }
    set { trace = newValue ? trace ?? Trace() : nil }
  }

  /// What happened since the last call; nothing where nobody watches.
  package func takeTrace() -> Trace {
    guard let taken = trace else { return Trace() }
    trace = Trace()
    return taken
  }

  func note(_ step: @autoclosure () -> Trace.Step) { trace?.note(step) }
}
