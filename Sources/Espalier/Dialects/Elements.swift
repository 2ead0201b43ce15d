extension NodeSnapshot.Element {
  /// Appends the start tag of the element, up to the node's id.
  func appendOpening(to bytes: inout [UInt8]) {
    switch self {
    case .item: bytes.append("<li id=\"")
    case .header: bytes.append("<header id=\"")
    case .footer: bytes.append("<footer id=\"")
    case .row: bytes.append("<tr role=\"row\" id=\"")
    case .head: bytes.append("<thead role=\"rowgroup\" id=\"")
    case .foot: bytes.append("<tfoot role=\"rowgroup\" id=\"")
    case .cell(let title):
      bytes.append("<td role=\"cell\" data-column=\"")
      bytes.append(htmlEscaping: title)
      bytes.append("\" id=\"")
    }
  }

  var closing: String { "</\(tag)>" }

  /// The name of the element.
  var tag: String {
    switch self {
    case .item: "li"
    case .header: "header"
    case .footer: "footer"
    case .row: "tr"
    case .head: "thead"
    case .foot: "tfoot"
    case .cell: "td"
    }
  }
}

extension TableSnapshot {
  /// The caption and the widths of the columns, without the end tag of the table.
  func appendOpening(to bytes: inout [UInt8]) {
    bytes.append("<table role=\"table\"><caption>")
    bytes.append(htmlEscaping: caption)
    bytes.append("</caption><colgroup>")
    for column in columns {
      // The classes of numbers begin after a space.
      let classes = column.width.map {
        " class=\"e-column \(LayoutNumber.width.classes(of: $0).joined(separator: " "))\""
      }
      bytes.append("<col\(classes ?? "")>")
    }
    bytes.append("</colgroup>")
  }
}
