import Espalier

/// The row of the rendering benchmark, written in Swift.
struct CodedRow: Content, Identifiable {
  static let touch = Event<NoData>("touch")
  let id: Int
  var title: String
  var note: String
  var html: HTML {
    """
    <article class="row"><h3>\(title)</h3><p class="note">\(note)</p><a href="/rows/\(id)">Row \(id)</a></article>
    """
  }
}

/// The same row, from a template.
struct TemplateRow: TemplateContent, Identifiable {
  static let template = TemplateName.file("Row")
  static let source = """
    <article class="row"><h3>{{title}}</h3><p class="note">{{note}}</p><a href="/rows/{{id}}">Row {{id}}</a></article>
    """
  let id: Int
  var title: String
  var note: String
}

/// The baseline: the code that a careful developer would write by hand.
func handWritten(_ rows: [CodedRow]) -> [UInt8] {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(rows.count * 160)
  bytes.append("<ul role=\"list\">")
  for row in rows {
    bytes.append("<li id=\"")
    bytes.append(decimal: row.id)
    bytes.append("\" class=\"CodedRow\"><article class=\"row\"><h3>")
    bytes.append(htmlEscaping: row.title)
    bytes.append("</h3><p class=\"note\">")
    bytes.append(htmlEscaping: row.note)
    bytes.append("</p><a href=\"/rows/")
    bytes.append(decimal: row.id)
    bytes.append("\">Row ")
    bytes.append(decimal: row.id)
    bytes.append("</a></article></li>")
  }
  bytes.append("</ul>")
  return bytes
}

func codedRows(_ count: Int) -> [CodedRow] {
  (0..<count).map { CodedRow(id: $0, title: "Row & column \($0)", note: "A note of some length, with <marks>") }
}

func templateRows(_ count: Int) -> [TemplateRow] {
  (0..<count).map { TemplateRow(id: $0, title: "Row & column \($0)", note: "A note of some length, with <marks>") }
}
