/// A button or a form in a cell's current markup that sends an event.
package struct Control: Sendable {
  /// The event it sends.
  package let event: EventDescriptor
  /// The data that the button sends, as JSON; nil if the user fills it in.
  package let example: JSON?
  /// The command that the event runs; nil if containers handle the event. `==` compares only its label, as part of the
  /// event.
  var command: (any AnyCommand)?
}

extension Control: Hashable {
  /// Whether both send the same event and the same data.
  package static func == (left: Control, right: Control) -> Bool {
    left.event == right.event && left.example == right.example
  }
  /// Hashes the event and the data.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(event)
    hasher.combine(example)
  }
}

extension Control {
  /// Whether its command has no id, and the field of the row that holds the command is not known yet.
  var isUnnamed: Bool { command != nil && event.label.isEmpty }

  /// The first of these controls that has the same label but sends something else.
  func rival(among others: [Control]) -> Control? {
    if isUnnamed { return nil }
    for other in others {
      // An equal control was checked when it was added.
      if other.sends(sameAs: self) { return nil }
      if other.event.label == event.label { return other }
    }
    return nil
  }

  private func sends(sameAs other: Control) -> Bool {
    switch (command, other.command) {
    case (nil, nil): event == other.event
    case (let mine?, let other?): mine.identity == other.identity
    default: false
    }
  }

  /// What the control sends, and where that was declared.
  var origin: String { command.map { "a command declared at \($0.place)" } ?? "an event declared at \(event.place)" }
}
