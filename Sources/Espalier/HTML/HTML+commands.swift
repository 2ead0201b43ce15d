extension [Control] {
  /// What a command is called behind these controls: its id, or the name; a taken one gets the next free ordinal.
  func freeLabel(for command: any AnyCommand, _ name: String) -> String {
    let base = command.id.isEmpty ? name : command.id
    if !contains(where: { $0.event.label == base }) { return base }
    var ordinal = 1 + Swift.max(1, count { $0.command?.id == command.id })
    while contains(where: { $0.event.label == "\(base)-\(ordinal)" }) { ordinal += 1 }
    return "\(base)-\(ordinal)"
  }
}

extension HTML {
  /// What stands behind a target's slot, in an attribute.
  static func targetEnd(_ label: String) -> [UInt8] {
    var bytes = Array("&amp;\(WireName.event)=".utf8)
    bytes.append(percentEncoding: label)
    return bytes
  }

  /// The same markup, with other names for commands that would have those of controls before it: every piece of a
  /// cell's markup numbers its own.
  func namingCommands(apartFrom others: [Control]) -> HTML {
    let taken = controls.contains { control in
      control.command != nil && others.contains { $0.event.label == control.event.label }
    }
    if !taken { return self }
    var result = self
    (result.bytes, result.slots) = ([], [])
    var before = others
    var position = 0
    for slot in slots {
      result.bytes.append(contentsOf: bytes[position..<Int(slot.start)])
      let start = UInt32(result.bytes.count)
      result.bytes.append(contentsOf: bytes[slot.range])
      result.slots.append(.init(start: start, end: UInt32(result.bytes.count), kind: slot.kind))
      position = Int(slot.end)
      guard slot.isTarget else { continue }
      // Each control has one target, in order.
      let number = before.count - others.count
      if let command = controls[number].command {
        let label = before.freeLabel(for: command, "command")
        position += HTML.targetEnd(controls[number].event.label).count
        result.bytes.append(contentsOf: HTML.targetEnd(label))
        result.controls[number] = Control(
          event: command.event(label), example: controls[number].example, command: command)
      }
      before.append(result.controls[number])
    }
    result.bytes.append(contentsOf: bytes[position...])
    return result
  }
}
