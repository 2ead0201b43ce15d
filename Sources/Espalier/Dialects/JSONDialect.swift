/// The tree as JSON, and its changes as RFC 6902 patches for that document.
package enum JSONDialect {
  /// A node with all nodes below it: `id` (its address), `type`, `model`, `events` and `children`; a container's header
  /// and footer are its first and last child.
  package static func document(_ node: NodeSnapshot, at address: String = "") -> JSON {
    let prefix = address.isEmpty ? "" : address + "/"
    return .object(
      JSONObject([
        ("id", .string(address)),
        ("type", .string(node.type)),
        ("model", node.cell?.model ?? model(of: node.layout)),
        ("events", events(of: node.cell)),
        ("children", .array(node.children.map { document($0, at: prefix + $0.key) })),
      ]))
  }

  /// The change set as a JSON Patch. The paths of each operation refer to the document as the previous operations left
  /// it.
  package static func patch(_ changes: ChangeSet) -> JSON {
    .array(changes.shortened(by: size).flatMap(operations))
  }

  /// The patch that replaces any tree with this one.
  package static func snapshot(_ root: NodeSnapshot) -> JSON { [operation("replace", "", document(root))] }

  /// An effect in the sender's window, for a receipt. JSON Patch cannot express it.
  static func effect(_ effect: Effect, below prefix: URLPrefix) -> JSON {
    switch effect {
    case .scroll(let address, let alignment, let offset, let isSmooth):
      scroll(to: address, alignment, offset, isSmooth)
    case .focus(let address): ["effect": "focus", "node": .string(address)]
    case .message(let address, let name, let value):
      ["effect": "message", "node": .string(address), "name": .string(name), "value": value]
    case .report(let name): ["effect": "report", "name": .string(name)]
    case .notice(let text): ["effect": "notice", "text": .string(text)]
    case .navigate(let url): ["effect": "navigate", "url": .string(prefix.added(to: url))]
    case .dialog(let dialog): self.dialog(dialog)
    case .dismiss(let id, _): ["effect": "dismiss", "dialog": .string(id)]
    }
  }

  private static func scroll(to address: String, _ alignment: ScrollAlignment, _ offset: Int, _ isSmooth: Bool) -> JSON
  {
    var effect = JSONObject([
      ("effect", "scroll"), ("node", .string(address)), ("to", .string(alignment.rawValue)),
      ("smooth", .bool(isSmooth)),
    ])
    if offset != 0 { effect["offset"] = .int(Int64(offset)) }
    return .object(effect)
  }

  /// A dialog. A client presses an action by the event `~dialog` of the node, with the ids of the dialog and the action
  /// as its data.
  private static func dialog(_ presented: PresentedDialog) -> JSON {
    let dialog = presented.dialog
    return [
      "effect": "dialog", "node": .string(presented.address), "dialog": .string(presented.id),
      "style": .string(dialog.style.rawValue), "title": .string(dialog.title), "message": .string(dialog.message),
      "actions": .array(
        dialog.actions.map {
          ["id": .string($0.id), "title": .string($0.title), "role": .string($0.role.rawValue)]
        }),
    ]
  }

  /// The number of bytes of an operation in a patch, including the comma after it.
  private static func size(_ operation: ChangeSet.Operation) -> Int {
    operations(operation).reduce(0) { $0 + $1.bytes.count + 1 }
  }

  private static func operations(_ operation: ChangeSet.Operation) -> [JSON] {
    switch operation {
    case .insert(let node, let place, _):
      return [self.operation("add", pointer(place), document(node, at: place.address(of: node.key)))]
    case .remove(_, let place, _): return [self.operation("remove", pointer(place))]
    case .move(_, let from, let place, _, _):
      var source = place
      source.index = from
      return [move(pointer(source), pointer(place))]
    case .relocate(_, let from, let newKey, let to, let node, _):
      return [move(pointer(from), pointer(to))] + renamings(of: node, at: to.address(of: newKey), pointer(to))
    case .update(_, let place, let old, let new, _): return updates(old, new, at: pointer(place))
    case .relayout(let node, let place):
      return [self.operation("replace", pointer(place.path) + "/model", model(of: node.layout))]
    case .replace(let node, let place, _):
      let children = node.children.map { document($0, at: place.address(of: $0.key)) }
      return [self.operation("replace", pointer(place.path) + "/children", .array(children))]
    }
  }

  /// A container's fields: its layout, if it is not a plain list.
  private static func model(of layout: String) -> JSON {
    .object(layout.isEmpty ? JSONObject() : JSONObject([("layout", .string(layout))]))
  }

  /// The operations that update the addresses of a subtree, which has moved to another container.
  private static func renamings(of node: NodeSnapshot, at address: String, _ pointer: String) -> [JSON] {
    [operation("replace", pointer + "/id", .string(address))]
      + node.children.enumerated().flatMap { index, child in
        renamings(of: child, at: "\(address)/\(child.key)", "\(pointer)/children/\(index)")
      }
  }

  private static func updates(_ old: CellSnapshot, _ new: CellSnapshot, at pointer: String) -> [JSON] {
    var operations: [JSON] = []
    let models = (old.model, new.model)
    if case (.object(let before), .object(let after)) = models {
      for member in before.members where after[member.name] == nil {
        operations.append(operation("remove", "\(pointer)/model/\(escaped(member.name))"))
      }
      for member in after.members where before[member.name] != member.value {
        let verb = before[member.name] == nil ? "add" : "replace"
        operations.append(operation(verb, "\(pointer)/model/\(escaped(member.name))", member.value))
      }
    } else if models.0 != models.1 {
      operations.append(operation("replace", "\(pointer)/model", models.1))
    }
    if hasOtherEvents(new, old) {
      operations.append(operation("replace", "\(pointer)/events", events(of: new)))
    }
    return operations
  }

  /// Whether the events of a cell changed. The example of a form also depends on the values in its markup.
  private static func hasOtherEvents(_ new: CellSnapshot, _ old: CellSnapshot) -> Bool {
    if old.html.controls != new.html.controls { return true }
    return new.html.hasOpenData && old.html != new.html && events(of: old) != events(of: new)
  }

  /// The controls of a cell: the event's name, the type of its data, the schema of its data, and data that the server
  /// accepts.
  private static func events(of cell: CellSnapshot?) -> JSON {
    guard let html = cell?.html, !html.controls.isEmpty else { return [] }
    return .array(
      zip(html.controls, html.shapes).map { control, shape in
        .object(
          JSONObject([
            ("name", .string(control.event.label)), ("type", .string(shape.type)), ("schema", shape.schema),
            ("example", shape.example ?? .null),
          ]))
      })
  }

  private static func operation(_ verb: String, _ path: String, _ value: JSON? = nil) -> JSON {
    var members: [(String, JSON)] = [("op", .string(verb)), ("path", .string(path))]
    if let value { members.append(("value", value)) }
    return .object(JSONObject(members))
  }

  private static func move(_ from: String, _ path: String) -> JSON {
    .object(JSONObject([("op", "move"), ("from", .string(from)), ("path", .string(path))]))
  }

  /// The JSON Pointer (RFC 6901) of a place.
  private static func pointer(_ place: ChangeSet.Place) -> String { pointer(place.path + [place.index]) }

  private static func pointer(_ path: [Int]) -> String { path.map { "/children/\($0)" }.joined() }

  private static func escaped(_ name: String) -> String {
    // By bytes: a slash followed by a combining mark is one `Character`, which does not equal a slash.
    var bytes: [UInt8] = []
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "~"): bytes.append("~0")
      case UInt8(ascii: "/"): bytes.append("~1")
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
