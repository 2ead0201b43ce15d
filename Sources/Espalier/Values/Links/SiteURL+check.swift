extension SiteURL {
  /// Decodes the parameters from the texts of a URL. Throws `PayloadError`, whose field is the name of a parameter.
  package static func decode(_ fields: JSONObject) throws(PayloadError) -> Self {
    do {
      return try JSON.object(fields).decode(Self.self, fromForm: true)
    } catch {
      let name = error.field.utf8.starts(with: "data.".utf8) ? String(error.field.dropFirst(5)) : error.field
      throw PayloadError(field: name, reason: error.reason)
    }
  }

  /// What is wrong with the type, in one sentence; nil if nothing is. `reserved` are the names of query fields that the
  /// server uses itself.
  package static func complaint(reserved: [String]) -> String? {
    let pattern: PathPattern
    do { pattern = try PathPattern(path) } catch { return error.description }
    let root = ShapePlace()
    _ = try? ShapeReader().decode(Self.self, at: root)
    func knows(_ name: String) -> Bool { root.knows.contains { $0(name) } }
    guard root.kind == .object || pattern.names.isEmpty else {
      return "\(Self.self) must be a struct whose properties are the parameters of \(path)"
    }
    if let stranger = pattern.names.first(where: { !knows($0) }) {
      return "the path \(path) has the parameter {\(stranger)}, but \(Self.self) has no property \(stranger)"
    }
    if let taken = reserved.first(where: { knows($0) && !pattern.names.contains($0) }) {
      return """
        \(Self.self) has the property \(taken), but the server itself uses the query field \(taken); \
        rename the property, or write {\(taken)} into the path
        """
    }
    return nil
  }
}
