/// Compares the fields of a cell's forms with the data that their events carry.
///
/// A form field that the data does not have is lost. If the form lacks a field that the data needs, the server refuses
/// every event. The check covers the fields that the form contains now.
struct FormCheck {
  /// What is wrong with the first wrong field.
  private(set) var fault: String?

  /// A form: the names of its fields in order, and the values of their controls.
  private struct Form {
    let event: EventDescriptor
    let id: String?
    var names: [String] = []
    var values: [String: [String]] = [:]
    /// The name of a field for files.
    var file: String?

    mutating func add(_ control: TagReader.Tag, _ name: String) {
      if values[name] == nil { names.append(name) }
      values[name, default: []] += control["value"].map { [$0] } ?? []
      if control.isFile { file = name }
    }
  }

  init(of html: HTML) {
    let forms = Self.forms(in: html)
    for form in forms where fault == nil {
      let name = form.event.label.isEmpty ? "its command" : "the event \(form.event.label)"
      if let file = form.file {
        fault = "the form of \(name) has the file field \"\(file)\", but events carry no files; remove it"
        continue
      }
      switch form.event.mismatch(withForm: form.names, values: form.values) {
      case nil: continue
      case .unknown(let field, let known):
        let remedy = known.isEmpty ? "remove it" : "its fields are: \(known.joined(separator: ", "))"
        fault =
          "the form has the field \"\(field)\", but the data of \(name), \(form.event.payloadType), does not; \(remedy)"
      case .missing(let field):
        // Its controls may be in other cells.
        if form.id != nil { continue }
        fault =
          "the form has no field \"\(field)\", but the data of \(name), \(form.event.payloadType), needs it; add a control with that name, or make the field optional"
      }
    }
  }

  private static func forms(in html: HTML) -> [Form] {
    let targets = html.slots.filter(\.isTarget)
    guard targets.contains(where: { $0.kind == .formTarget }), targets.count == html.controls.count else { return [] }
    var forms: [Form] = []
    var strays: [(form: String, control: TagReader.Tag, name: String)] = []
    var isInside = false
    var list: String?
    for token in TagReader(html.bytes) {
      switch token {
      case .start(let tag) where tag.name == "form":
        // Each control has one target, in order.
        let index = targets.firstIndex { $0.kind == .formTarget && tag.range.contains(Int($0.start)) }
        isInside = index != nil
        if let index { forms.append(Form(event: html.controls[index].event, id: tag["id"])) }
      case .end("form"): isInside = false
      case .end("select"): list = nil
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
    for stray in strays {
      if let index = forms.firstIndex(where: { $0.id == stray.form }) { forms[index].add(stray.control, stray.name) }
    }
    return forms
  }
}

extension TagReader.Tag {
  /// A browser would send a file's name, not its content.
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
