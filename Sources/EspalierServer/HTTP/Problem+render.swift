extension Problem {
  /// One JSON object: the five members of the RFC, then the extensions.
  var json: String {
    var text = "{\"type\":\(Self.quoted(type)),\"title\":\(Self.quoted(title)),\"status\":\(status.code)"
    text += ",\"detail\":\(Self.quoted(detail)),\"instance\":\(Self.quoted(instance))"
    for member in members {
      text += ",\(Self.quoted(member.name)):"
      switch member.value {
      case .text(let value): text += Self.quoted(value)
      case .list(let values): text += "[" + values.map(Self.quoted).joined(separator: ",") + "]"
      case .number(let value): text += String(value)
      }
    }
    return text + "}\n"
  }

  /// A complete page without inline style or script, so that the strict policy holds for it too.
  var html: String {
    let field = members.first { $0.name == "field" }
    var about = ""
    if case .text(let name)? = field?.value { about = "<p>Field: <code>\(Self.escaped(name))</code></p>\n" }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(status.code) \(Self.escaped(title))</title>
      <link rel="stylesheet" href="/site.css">
      </head>
      <body>
      <main>
      <h1>\(Self.escaped(title))</h1>
      <p>\(Self.escaped(detail))</p>
      \(about)<p><small>Status \(status.code), request <code>\(Self.escaped(instance))</code></small></p>
      <p><a href="/">Back to the start</a></p>
      </main>
      </body>
      </html>

      """
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// A JSON string (RFC 8259, 7).
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
