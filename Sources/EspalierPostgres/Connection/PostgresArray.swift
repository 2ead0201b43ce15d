extension [String] {
  /// The value of an array of texts, as PostgreSQL reads it.
  package var postgresArray: String { map(Optional.some).postgresArray }
}

extension [String?] {
  /// The value of an array of texts, as PostgreSQL reads it.
  package var postgresArray: String {
    let items = map { item in
      guard let item else { return "NULL" }
      var text = "\""
      for character in item.unicodeScalars {
        if character == "\"" || character == "\\" { text += "\\" }
        text.unicodeScalars.append(character)
      }
      return text + "\""
    }
    return "{\(items.joined(separator: ","))}"
  }
}
