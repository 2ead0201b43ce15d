import Espalier

/// A drawer whose markup is Swift.
struct CodedRow: Content, Identifiable {
  let id: Int
  let seed: String
  var html: HTML { "<span class=\"note\">\(id)</span><span>\(seed)</span>" }
}

/// A drawer whose markup is the file `Templates/FileRow.html`.
struct FileRow: TemplateContent, Identifiable {
  static let template = TemplateName.file("FileRow")
  let id: Int
  let seed: String
}

/// A drawer whose markup is a block inside the page template `Templates/simple.html`.
struct BlockRow: TemplateContent, Identifiable {
  static let template = TemplateName.block("BlockRow", in: "simple")
  let id: Int
  let seed: String
}

/// The title of a column.
struct ColumnTitle: Content {
  var title: String
  var origin: String
  var html: HTML { "<h2>\(title)</h2><p class=\"note\">\(origin)</p>" }
}
