/// Fills one template: text becomes static pieces, variables become slots.
struct TemplateFiller {
  /// The events and commands that `{{event:…}}` may name.
  struct Senders {
    var events: [EventDescriptor] = []
    /// The commands by the name of the field that holds them.
    var commands: [String: any AnyCommand] = [:]
  }

  let partials: [String: Template]
  let senders: Senders
  let trustsText: Bool
  /// The file of the template or partial that is being filled.
  private var file: String
  var builder: HTMLBuilder
  /// The nesting of partials. A limit stops partials that include themselves without end.
  private var depth = 0

  init(partials: [String: Template], senders: Senders, trustsText: Bool, file: String) {
    self.partials = partials
    self.senders = senders
    self.trustsText = trustsText
    self.file = file
    builder = HTMLBuilder(byteCapacity: 256, slotCapacity: 4, isMarkup: !trustsText)
  }

  mutating func append(_ parts: [Template.Part], _ context: TemplateContext) throws(TemplateError) {
    for part in parts {
      switch part {
      case .text(let text): builder.append(text)
      case .variable(let reference, let isEscaped):
        try append(context[reference], reference, isEscaped: isEscaped)
        try checkFault(line: reference.line)
      case .section(let reference, let isInverted, let inner):
        let values = JSON.sectionValues(of: context[reference])
        if isInverted {
          if values.isEmpty { try append(inner, context) }
        } else {
          for value in values { try append(inner, context.pushing(value)) }
        }
      case .partial(let name, let indent, let line):
        guard let partial = partials[TemplateLibrary.partialKey(name, indent)] else { continue }
        guard depth < 64 else { throw error("{{> \(name)}} includes itself without end", line) }
        let outer = file
        (depth, file) = (depth + 1, partial.file)
        try append(partial.parts, context)
        (depth, file) = (depth - 1, outer)
      case .event(let label, let argument, let trigger, let line):
        try append(event: label, argument, trigger, context, line)
        try checkFault(line: line)
      }
    }
  }

  private mutating func append(
    _ value: JSON?, _ reference: Template.Reference, isEscaped: Bool
  ) throws(TemplateError) {
    guard let value else { return builder.append(text: "") }
    switch value {
    case .int(let number): builder.append(number: Int(number))
    case _ where isEscaped: builder.append(text: value.templateText)
    case .markup(let markup): builder.append(raw: RawHTML(markup))
    case _ where trustsText: builder.append(raw: RawHTML(value.templateText))
    default: throw error("{{{\(reference.text)}}} prints markup, so its field must be a RawHTML", reference.line)
    }
  }

  private mutating func append(
    event label: String, _ argument: Template.Argument, _ trigger: FormTrigger?, _ context: TemplateContext, _ line: Int
  ) throws(TemplateError) {
    let data: JSON? =
      switch argument {
      case .none: nil
      case .text(let text): .string(text)
      case .field(let reference): context[reference] ?? .null
      }
    if let event = senders.events.first(where: { $0.label == label }) {
      builder.append(event: event, sends: data, on: trigger)
    } else if let command = senders.commands[label] {
      builder.append(command: command, sends: data, on: trigger, field: label)
    } else {
      let known = (senders.events.map(\.label) + senders.commands.keys.sorted()).joined(separator: ", ")
      throw error("the content declares no event or command \"\(label)\"; it declares: \(known)", line)
    }
  }

  /// Throws if a value is in a place where it is not allowed.
  private func checkFault(line: Int) throws(TemplateError) {
    if let fault = builder.html.fault { throw error(fault, line) }
  }

  private func error(_ reason: String, _ line: Int) -> TemplateError {
    TemplateError(file: file, line: line, reason: reason)
  }
}
