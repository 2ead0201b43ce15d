extension Problem {
  /// One line of JSON: the five members of the RFC, then the extensions.
  var json: [UInt8] {
    var text: [UInt8] = []
    text.append(jsonMember: "type", type)
    text.append(jsonMember: "title", title)
    text += ",\"status\":\(status.code)".utf8
    text.append(jsonMember: "detail", detail)
    text.append(jsonMember: "instance", instance)
    for member in members {
      text += ",".utf8
      text.append(jsonText: member.name)
      text += ":".utf8
      text.append(member.value)
    }
    // Each member begins with a comma. The first comma becomes the brace.
    text[0] = UInt8(ascii: "{")
    return text + "}\n".utf8
  }

  /// A complete page without inline style or script, so that it works with the strict security policy too.
  func page(in frame: ProblemFrame) -> String {
    let words = frame.words
    let field =
      self.field.map { "<p>\(words.field.htmlEscaped): <code>\($0.htmlEscaped)</code></p>\n" } ?? ""
    let advice = advice.map { "<p>\($0.htmlEscaped)</p>\n" } ?? ""
    let link = frame.page.map { "<p><a href=\"\($0.path.htmlEscaped)\">\($0.title.htmlEscaped)</a></p>\n" } ?? ""
    let content = """
      <h1>\(title.htmlEscaped)</h1>
      <p>\(detail.htmlEscaped)</p>
      \(field)\(advice)\(link)<p><small>\(numbers(words))</small></p>
      """
    if let page = frame.document?(title, content) { return page }
    let sheets = frame.styles.map { "<link rel=\"stylesheet\" href=\"\($0.htmlEscaped)\">\n" }.joined()
    return """
      <!DOCTYPE html>
      <html lang="\(words.language.htmlEscaped)" dir="\(words.direction)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(status.code) \(title.htmlEscaped)</title>
      \(sheets)</head>
      <body class="e-plain">
      <main>
      \(content)
      </main>
      </body>
      </html>
      """
  }

  private func numbers(_ words: ProblemWords) -> String {
    words.numbers.htmlEscaped.replacing("{status}", with: "\(status.code)")
      .replacing("{request}", with: "<code>\(instance.htmlEscaped)</code>")
  }
}

extension [UInt8] {
  fileprivate mutating func append(jsonMember name: String, _ value: String) {
    self += ",\"\(name)\":".utf8
    append(jsonText: value)
  }

  fileprivate mutating func append(_ value: HTTPError.Member.Value) {
    switch value {
    case .text(let text): append(jsonText: text)
    case .json(let bytes): self += bytes
    case .texts(let texts):
      self += "[".utf8
      for (index, text) in texts.enumerated() {
        if index > 0 { self += ",".utf8 }
        append(jsonText: text)
      }
      self += "]".utf8
    }
  }
}
