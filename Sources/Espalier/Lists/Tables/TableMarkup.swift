/// The markup of a row of a table: its cells, each inside the element that its column determines.
struct TableMarkup {
  /// The markup inside the cells. If the content spans all columns, there is one.
  var cells: [HTML]
  /// What is wrong with the cells; nil if nothing is.
  private(set) var fault: String?
  private let columns: [Table.Column]
  /// The head whose cells they are; nil for another row.
  private let head: TableHead?
  private let isSpanning: Bool
  /// Whether the row is inside `<thead>` or `<tfoot>`, which have the row's id.
  private let isWrapped: Bool

  /// The row of a content, in a table with these columns. Only a content that conforms to `TableRow` has several cells.
  init(
    of content: some Content, as element: NodeSnapshot.Element, in columns: [Table.Column], _ templates: TemplateLibrary
  ) throws(TemplateError) {
    self.columns = columns
    head = content as? TableHead
    isWrapped = element != .row
    if let cells = head?.cells ?? (content as? any TableRow)?.cells {
      self.cells = cells
      isSpanning = false
    } else {
      cells = [try content.html(from: templates)]
      isSpanning = true
    }
    checkCells(of: "\(type(of: content))")
  }

  private mutating func checkCells(of type: String) {
    if isSpanning {
      guard cells[0].beginsWithCell else { return }
      fault = "\(type) writes its own <td>; conform to TableRow, and return what is inside the cells"
    } else if cells.count != columns.count {
      let names = columns.map(\.id).joined(separator: ", ")
      fault =
        """
        has \(columns.count) columns (\(names)), but a row of the type \(type) has \(cells.count) cells; return one \
        piece of markup for each column
        """
    }
  }

  /// Adds markup at the end of the last cell.
  mutating func append(_ tools: HTML) {
    if cells.isEmpty { cells = [tools] } else { cells[cells.count - 1].append(tools) }
  }

  /// The cells with their elements. Missing cells are empty, and those without a column are left out.
  var html: HTML {
    var builder = HTMLBuilder(byteCapacity: 96 * columns.count, slotCapacity: 2 * columns.count)
    if isWrapped { builder.append(literal: "<tr role=\"row\">") }
    if isSpanning {
      builder.append(literal: "<td role=\"cell\" colspan=\"\(columns.count)\">")
      builder.append(html: cells[0])
      builder.append(literal: "</td>")
    } else {
      for (index, column) in columns.enumerated() {
        let name = appendStart(of: column, isFirst: index == 0, to: &builder)
        if index < cells.count { builder.append(html: cells[index]) }
        builder.append(literal: "</\(name)>")
      }
    }
    if isWrapped { builder.append(literal: "</tr>") }
    return builder.finish()
  }

  /// Appends the start tag of a cell and returns the name of its element.
  private func appendStart(of column: Table.Column, isFirst: Bool, to builder: inout HTMLBuilder) -> String {
    let style = column.alignmentClass.map { " class=\"\($0)\"" } ?? ""
    guard let head else {
      if isFirst {
        builder.append(literal: "<th role=\"rowheader\" scope=\"row\"\(style)>")
        return "th"
      }
      builder.append(literal: "<td role=\"cell\" data-column=\"\(column.escapedTitle)\"\(style)>")
      return "td"
    }
    builder.append(literal: "<th role=\"columnheader\" scope=\"col\"\(style)")
    if column.isSortable {
      builder.append(literal: " aria-label=\"\(column.escapedTitle)\" aria-sort=\"")
      builder.append(text: head.direction(of: column))
      builder.append(literal: "\"")
    }
    builder.append(literal: ">")
    return "th"
  }
}

extension Table.Column {
  /// The class of the column's cells; nil if their text begins where a line begins.
  var alignmentClass: String? {
    switch alignment {
    case .start: nil
    case .center: "e-center"
    case .end: "e-end"
    }
  }

  /// The title for a quoted attribute.
  var escapedTitle: String {
    var bytes: [UInt8] = []
    bytes.append(htmlEscaping: title)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension HTML {
  /// Whether the markup begins with an element that only a row or a table may contain.
  fileprivate var beginsWithCell: Bool {
    let start = bytes.drop(while: \.isHTMLSpace).prefix(4)
    return ["<td", "<th", "<tr"].contains {
      start.starts(with: $0.utf8) && start.last.map { !$0.isASCIILetter } == true
    }
  }
}
