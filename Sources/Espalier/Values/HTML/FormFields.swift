/// A form of a cell: the names of its fields in order, and the values of their controls.
struct FormFields {
  let event: EventDescriptor
  /// The index of the form among the cell's controls that send events.
  let control: Int
  let id: String
  private(set) var names: [String] = []
  /// The values by name. Those that a person can choose are apart from texts that a person can write.
  private(set) var offers: [String: FieldValues] = [:]
  /// The names of the fields for files.
  private(set) var files: [String] = []

  private init(event: EventDescriptor, control: Int, id: String) {
    (self.event, self.control, self.id) = (event, control, id)
  }

  private mutating func add(_ tag: TagReader.Tag, _ name: String) {
    if offers[name] == nil { names.append(name) }
    offers[name, default: FieldValues()].add(tag)
    if tag.isFile { files.append(name) }
  }

  /// The forms of a cell that send events.
  static func forms(in html: HTML) -> [FormFields] {
    let targets = html.slots.filter(\.isTarget)
    guard targets.contains(where: { $0.kind == .formTarget }), targets.count == html.controls.count else { return [] }
    var forms: [FormFields] = []
    var strays: [(form: String, tag: TagReader.Tag, name: String)] = []
    var isInside = false
    var list: String?
    for token in TagReader(html.bytes) {
      switch token {
      case .start(let tag) where tag.name == "form":
        // Each control has one target, in order.
        let index = targets.firstIndex { $0.kind == .formTarget && tag.range.contains(Int($0.start)) }
        isInside = index != nil
        if let index {
          forms.append(FormFields(event: html.controls[index].event, control: index, id: tag["id"] ?? ""))
        }
      case .end("form", _): isInside = false
      case .end("select", _): list = nil
      case .start(let tag):
        if tag.name == "select" { list = tag["name"] }
        guard let name = tag.name == "option" ? list : tag.fieldName, !name.isEmpty else { continue }
        if let form = tag["form"] {
          strays.append((form, tag, name))
        } else if isInside, !forms.isEmpty {
          forms[forms.count - 1].add(tag, name)
        }
      default: continue
      }
    }
    for stray in strays where !stray.form.isEmpty {
      if let index = forms.firstIndex(where: { $0.id == stray.form }) { forms[index].add(stray.tag, stray.name) }
    }
    return forms
  }
}

extension FieldValues {
  fileprivate mutating func add(_ tag: TagReader.Tag) {
    let type = tag["type"]?.lowercased() ?? ""
    switch tag.name {
    case "input" where !["checkbox", "radio", "hidden"].contains(type): texts += tag["value"].map { [$0] } ?? []
    // A browser sends "on" for a checked box that has no value.
    case "input": choices.append(tag["value"] ?? (type == "hidden" ? "" : "on"))
    default: choices += tag["value"].map { [$0] } ?? []
    }
  }
}

extension TagReader.Tag {
  fileprivate var isFile: Bool { name == "input" && self["type"]?.lowercased() == "file" }

  /// The name under which a form sends the control; nil if it sends nothing.
  fileprivate var fieldName: String? {
    let type = self["type"]?.lowercased()
    switch name {
    case "select", "textarea": return self["name"]
    case "input" where type != "reset" && type != "button" && type != "image": return self["name"]
    case "button" where type != "reset" && type != "button": return self["name"]
    default: return nil
    }
  }
}
