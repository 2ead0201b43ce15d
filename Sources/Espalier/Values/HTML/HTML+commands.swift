extension HTML {
  /// The text after a target's slot, inside an attribute.
  static func targetEnd(_ label: String) -> [UInt8] {
    var bytes = Array("&amp;\(WireName.event)=".utf8)
    bytes.append(percentEncoding: label)
    return bytes
  }

  /// The same markup, with each command that has no id named after the field of the row that holds it. So a label
  /// always means the same command, whatever else the row shows. A command that no field holds has no name, which is a
  /// fault.
  ///
  /// Cost: none if every command has an id; otherwise the row's fields are read once.
  func namingCommands(in row: some Encodable) -> HTML {
    guard controls.contains(where: \.isUnnamed) else { return self }
    let fields = (try? JSON.fields(of: row))?.opaque.compactMapValues { $0 as? any AnyCommand } ?? [:]
    var named = HTML()
    (named.flags, named.fault) = (flags, fault)
    named.bytes.reserveCapacity(bytes.count + 16 * controls.count)
    var position = 0
    var rest = controls[...]
    for slot in slots {
      named.bytes.append(contentsOf: bytes[position..<Int(slot.start)])
      let start = UInt32(named.bytes.count)
      named.bytes.append(contentsOf: bytes[slot.range])
      named.slots.append(.init(start: start, end: UInt32(named.bytes.count), kind: slot.kind))
      position = Int(slot.end)
      // Each control has one target, in order.
      guard slot.isTarget, let control = rest.popFirst() else { continue }
      guard control.isUnnamed, let command = control.command else {
        named.add(control)
        continue
      }
      let label = named.label(of: command, among: fields)
      position += HTML.targetEnd("").count
      named.bytes.append(contentsOf: HTML.targetEnd(label))
      named.add(Control(event: command.event(label), example: control.example, command: command))
    }
    named.bytes.append(contentsOf: bytes[position...])
    return named
  }

  private mutating func label(of command: any AnyCommand, among fields: [String: any AnyCommand]) -> String {
    let names = fields.filter { $0.value.identity == command.identity }.keys.sorted()
    if names.count == 1 { return names[0] }
    let whose = command.place.isEmpty ? "a command that does nothing" : "the command declared at \(command.place)"
    let why = names.isEmpty ? "is not a field of its row" : "is held by the fields \(names.joined(separator: ", "))"
    fail("\(whose) \(why), so it needs an id, as in Command(\"delete\") { … }")
    return names.first ?? ""
  }
}
