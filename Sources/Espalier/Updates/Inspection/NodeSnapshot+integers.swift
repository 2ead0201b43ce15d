extension NodeSnapshot {
  /// One warning for each event or command that a cell sends now and that accepts any integer.
  package var warningsOfIntegers: [String] {
    var (seen, warnings): (Set<String>, [String]) = ([], [])
    func look(_ node: NodeSnapshot) {
      for control in node.cell?.html.controls ?? [] {
        guard let warning = control.event.warningOfIntegers(command: control.command?.place) else { continue }
        if seen.insert(warning).inserted { warnings.append(warning) }
      }
      for child in node.children { look(child) }
    }
    look(self)
    return warnings
  }
}

extension Delivery {
  /// A warning if the event accepts any integer.
  package var warningOfIntegers: String? { event.warningOfIntegers(command: command) }
}

extension EventDescriptor {
  /// Nil for an event whose data is not an integer, or is limited to a range. `command` is the source location of the
  /// command that the event runs.
  fileprivate func warningOfIntegers(command: String?) -> String? {
    guard takesAnyInteger else { return nil }
    let remedy =
      command == nil
      ? "declare a range, as in Event<\(payloadType)>(\"\(label)\", in: 0...99), or a condition with mustBe:"
      : "give its command a range, as in .accepting(0...99)"
    return """
      the event "\(label)" takes any \(payloadType), and arithmetic that overflows ends the server; \
      \(remedy): \(command ?? place)
      """
  }
}
