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
  var page: HTML {
    let field: HTML? = members.first { $0.name == "field" }?.value.text.map { "<p>Field: <code>\($0)</code></p>\n" }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(status.code) \(title)</title>
      <link rel="stylesheet" href="/site.css">
      </head>
      <body>
      <main>
      <h1>\(title)</h1>
      <p>\(detail)</p>
      \(field)<p><small>Status \(status.code), request <code>\(instance)</code></small></p>
      <p><a href="/">Back to the start</a></p>
      </main>
      </body>
      </html>

      """
  }
}
