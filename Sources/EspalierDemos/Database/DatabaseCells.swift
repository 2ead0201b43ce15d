import Espalier

/// A table or a view of the file: a link to its rows.
struct TableName: Content, Identifiable {
  let id: String
  let type: String
  let ncol: Int

  var html: HTML {
    let kind = type == "view" ? "View" : "Table"
    return """
      <a href="\(TableURL(table: id))"><strong>\(id)</strong></a>\
      <span class="note">\(kind), \(ncol) \(ncol == 1 ? "column" : "columns")</span>
      """
  }
}

/// A column of a table.
struct TableColumn: Codable, Hashable, Sendable {
  let name: String
  /// The type with which it was declared. SQLite takes values of any type.
  let type: String
  /// The place of the column in the primary key, from 1; 0 for none.
  let pk: Int
  let hasRowid: Bool
  let isView: Bool

  /// Whether most values are numbers, by the rules for declared types (SQLite, "Determination Of Column Affinity").
  var isNumeric: Bool {
    let type = type.uppercased()
    return ["INT", "REAL", "FLOA", "DOUB", "NUM", "DEC"].contains { type.contains($0) }
  }
}

/// What stands above the tables: the file, and what to do if nothing is in it.
struct FileNote: Content {
  var file: String
  var isEmpty = false

  var html: HTML {
    """
    <p class="note">The file is <code>\(file)</code>. This page reads it and never writes.</p>\
    \(isEmpty ? "<p role=\"status\">It has no tables yet.</p>" : HTML())
    """
  }
}

/// The form that filters the rows of a table.
struct RowFilter: Content {
  struct Form: Codable, Hashable, Sendable {
    var text: String
    var column: String
  }

  static let filter = Event<Form>("filter")
  var columns: [String] = []
  var column: String?
  var text: String?

  var html: HTML {
    let options = columns.map { name in
      "<option \("selected", when: name == column) value=\"\(name)\">\(name)</option>" as HTML
    }
    return """
      <p class="path"><a href="\(DatabaseURL())">All tables</a></p>\
      <form class="search filter" role="search" \(Self.filter)>\
      <label><span class="aside">Column</span><select name="column"><option value="">Any column</option>\(options)</select></label>\
      <label><span class="aside">Contains</span><input type="search" name="text" value="\(text ?? "")" \
      placeholder="contains" maxlength="200" autocomplete="off"></label><button class="quiet">Filter</button></form>
      """
  }
}

/// What stands where the rows of a table would be that the file does not have.
struct NoTable: Content {
  var table: String
  var html: HTML {
    """
    <p role="status">The file has no table <code>\(table)</code>. <a href="\(DatabaseURL())">See all tables</a></p>
    """
  }
}
