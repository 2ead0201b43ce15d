import Espalier

extension Problem {
  /// One JSON object: the five members of the RFC, then the extensions.
  var json: JSON {
    .object(
      JSONObject(
        [
          ("type", .string(type)), ("title", .string(title)), ("status", .int(Int64(status.code))),
          ("detail", .string(detail)), ("instance", .string(instance)),
        ] + members.map { ($0.name, $0.value) }))
  }

  /// A complete page without inline style or script, so that the strict policy holds for it too.
  func page(in frame: ProblemFrame) -> HTML {
    let field: HTML? = members.first { $0.name == "field" }?.value.text.map { "<p>Field: <code>\($0)</code></p>\n" }
    let advice: HTML? = isOfForm ? "<p>Go back in your browser to mend it: what you typed is still there.</p>\n" : nil
    let sheets: [HTML] = frame.styles.map { "<link rel=\"stylesheet\" href=\"\($0)\">\n" }
    let link: HTML? = frame.page.map { "<p><a href=\"\($0.path)\">\($0.title)</a></p>\n" }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(status.code) \(title)</title>
      \(sheets)      </head>
      <body class="e-plain">
      <main>
      <h1>\(title)</h1>
      <p>\(detail)</p>
      \(field)\(advice)\(link)<p><small>Status \(status.code), request <code>\(instance)</code></small></p>
      </main>
      </body>
      </html>

      """
  }
}
