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
  ///
  /// `names` are the names of the form's fields, in order; `values` are the values of its controls; `files` are the names
  /// of its fields for files.
  func mismatch(withForm names: [String], values: [String: [String]], files: [String] = []) -> FormMismatch? {
    FormTrial.mismatch(names, values, files, payload: payload)
  }
}

/// Reads an event's data from a form as if the form was sent, and tries several values for each field.
private enum FormTrial {
  /// Sample values for types that cannot be read from every text.
  private static let samples = [
    "", "1", "true", "a", "2000-01-01", "2000-01-01T00:00:00Z", "00000000-0000-0000-0000-000000000000",
  ]

  static func mismatch(
    _ names: [String], _ values: [String: [String]], _ files: [String], payload: any Decodable.Type
  ) -> FormMismatch? {
    var values = Dictionary(uniqueKeysWithValues: names.map { ($0, ((values[$0] ?? []) + samples)[...]) })
    while true {
      let known = KnownNames()
      guard let error = read(payload, data(names, values, files), known) else {
        let isOneValue = names == [WireName.data] && !known.wasRead && payload != NoData.self
        let stranger = isOneValue ? nil : names.first { !known.contains($0) }
        return stranger.map { .unknown($0, known: known.readNames) }
      }
      let field = String(error.field.dropFirst(WireName.data.count + 1).prefix { $0 != "." && $0 != "[" })
      if field.isEmpty { return mismatch(names, payload, known) }
      guard let rest = values[field] else { return error.isMissing ? .missing(field) : nil }
      // Try the field's next value, if there is one.
      if rest.count == 1 {
        return error.reason == UploadedFile.expectation && !files.contains(field) ? .noFile(field) : nil
      }
      values[field] = rest.dropFirst()
    }
  }

  /// The mismatch of data that cannot be read as a whole: either it is a single value, whose field is `data`, or it
  /// needs fields.
  private static func mismatch(_ names: [String], _ payload: any Decodable.Type, _ known: KnownNames) -> FormMismatch? {
    if names == [WireName.data] { return known.wantsFields ? .unknown(WireName.data, known: []) : nil }
    guard !known.wasRead, samples.contains(where: { read(payload, .string($0), KnownNames()) == nil }) else {
      return nil
    }
    let stranger = names.first { $0 != WireName.data }
    return stranger.map { .unknown($0, known: [WireName.data]) } ?? .missing(WireName.data)
  }

  private static func data(_ names: [String], _ values: [String: ArraySlice<String>], _ files: [String]) -> JSON {
    let members = names.map { name in
      (name, files.contains(name) ? sampleFile.data : JSON.string(values[name]?.first ?? ""))
    }
    return names == [WireName.data] ? members[0].1 : .object(JSONObject(members))
  }

  /// A file for the fields for files.
  private static let sampleFile: (data: JSON, files: UploadedFiles) = {
    var files = UploadedFiles()
    let data = files.add(UploadedFile(name: "", size: 0, hash: "", content: NoContent()), field: "")
    return (data, files)
  }()

  private struct NoContent: UploadedContent {
    func read(_ count: Int, at position: Int) -> [UInt8] { [] }
    func keep(at path: String) {}
  }

  private static func read(_ type: any Decodable.Type, _ json: JSON, _ names: KnownNames) -> PayloadError? {
    do {
      _ = try json.decode(type, fromForm: true, noting: names, references: sampleFile.files.byReference)
      return nil
    } catch {
      return error
    }
  }
}
