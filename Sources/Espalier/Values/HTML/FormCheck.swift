/// Compares the fields of a cell's forms with the data that their events carry.
///
/// A form field that the data does not have is lost. If the form lacks a field that the data needs, the server refuses
/// every event. The check covers the fields that the form contains now.
struct FormCheck {
  /// What is wrong with the first wrong field.
  private(set) var fault: String?

  init(of html: HTML) {
    for form in FormFields.forms(in: html) where fault == nil {
      let name = form.event.label.isEmpty ? "its command" : "the event \(form.event.label)"
      if let file = form.files.first, form.event.files == nil {
        fault = """
          the form has the file field \"\(file)\", but \(name) takes no files; declare the event with \
          takingFiles(_:upTo:), or remove the field
          """
        continue
      }
      switch form.event.mismatch(with: form) {
      case nil: continue
      case .unknown(let field, let known):
        let remedy = known.isEmpty ? "remove it" : "its fields are: \(known.joined(separator: ", "))"
        fault =
          "the form has the field \"\(field)\", but the data of \(name), \(form.event.payloadType), does not; \(remedy)"
      case .noFile(let field):
        fault = """
          the data of \(name), \(form.event.payloadType), has a file in the field \"\(field)\"; make the field an \
          <input type="file">
          """
      case .missing(let field):
        // Its controls may be in other cells.
        if !form.id.isEmpty { continue }
        fault =
          "the form has no field \"\(field)\", but the data of \(name), \(form.event.payloadType), needs it; add a control with that name, or make the field optional"
      }
    }
  }
}
