/// How a form and the data of its event differ.
enum FormMismatch: Equatable {
  /// The data has no field with this name; `known` are the fields that it has.
  case unknown(String, known: [String])
  /// The data needs a field that the form does not have.
  case missing(String)
  /// The data needs a file in this field, but the form has no field for files there.
  case noFile(String)
}

extension EventDescriptor {
  /// The first difference between a form and this event's data. Nil if there is none, or if the check cannot find one
  /// because it knows no value that a field accepts.
  func mismatch(with form: FormFields) -> FormMismatch? {
    if isBare { return form.names.first.map { .unknown($0, known: []) } }
    let (root, type) = (ShapePlace(fields: form.offers), payload as any Decodable.Type)
    guard (try? ShapeReader().decode(type, at: root)) != nil else { return nil }
    switch root.kind {
    case .object:
      if let place = root.members.first(where: { $0.isNeededInForm && !form.names.contains($0.name) }) {
        return .missing(place.name)
      }
      let stranger = form.names.first { name in !root.knows.contains { $0(name) } }
      if let stranger { return .unknown(stranger, known: root.members.map(\.name)) }
      return root.members.first { $0.lacksFile(in: form) }.map { .noFile($0.name) }
    case .value, .choice, .list:
      if let stranger = form.names.first(where: { $0 != WireName.data }) {
        return .unknown(stranger, known: [WireName.data])
      }
      return form.names.isEmpty && root.isNeededInForm ? .missing(WireName.data) : nil
    case .unread, .map: return nil
    }
  }
}

extension ShapePlace {
  fileprivate func lacksFile(in form: FormFields) -> Bool {
    let isForFile = isFile || kind == .list && element.isFile
    return isForFile && form.names.contains(name) && !form.files.contains(name)
  }
}
