extension Tree {
  /// A warning for each event and command that a cell sends now and that takes any integer, each once.
  package var warningsOfIntegers: [String] {
    var (seen, warnings): (Set<String>, [String]) = ([], [])
    func look(_ node: Node) {
      for control in (node as? any RenderedNode)?.snapshot?.html.controls ?? [] {
        guard let warning = control.event.warningOfIntegers(command: control.command?.place) else { continue }
        if seen.insert(warning).inserted { warnings.append(warning) }
      }
      for child in (node as? ContainerModel)?.nodes ?? [] { look(child) }
    }
    look(root)
    return warnings
  }
}

extension Delivery {
  /// A warning if the event takes any integer.
  package var warningOfIntegers: String? { event.warningOfIntegers(command: command) }
}

extension EventName {
  /// Nil for an event whose data is no integer, or must be in a range. `command`: where the command that it runs was written.
  fileprivate func warningOfIntegers(command: String?) -> String? {
    guard takesAnyInteger else { return nil }
    let remedy =
      command == nil
      ? "declare a range, as in Event<\(payloadType)>(\"\(label)\", in: 0...99), or a condition with mustBe:"
      : "give its command a range, as in .accepting(0...99)"
    return
      "the event \"\(label)\" takes any \(payloadType), and arithmetic that overflows ends the server; \(remedy): \(command ?? place)"
  }
}
