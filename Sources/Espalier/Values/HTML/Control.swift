/// One way in which a cell, as it is rendered now, sends an event.
package struct Control: Sendable {
  /// The event it sends.
  package let event: EventDescriptor
  /// The data that pressing it would send, as JSON; nil where the person fills it in.
  package let example: JSON?
  /// What the event runs, if it is not for the containers to answer. Only its name is part of the control.
  var command: (any AnyCommand)?
}

extension Control: Hashable {
  /// Whether both send the same.
  package static func == (left: Control, right: Control) -> Bool {
    left.event == right.event && left.example == right.example
  }
  /// Hashes what is sent.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(event)
    hasher.combine(example)
  }
}

extension Control {
  /// Whether its command has no id, and it is not known yet which field of the row holds it.
  var isUnnamed: Bool { command != nil && event.label.isEmpty }

  /// What of these has the same label, and is something else.
  func rival(among others: [Control]) -> Control? {
    if isUnnamed { return nil }
    for other in others {
      // Then this was asked when that one came.
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

  /// What it sends, and where that was written.
  var origin: String { command.map { "a command of \($0.place)" } ?? "an event of \(event.place)" }
}

/// When a form sends itself, beside being submitted.
public enum FormTrigger: String, Sendable {
  /// While a field is being edited.
  case input
  /// When a field was changed and left.
  case change
}
