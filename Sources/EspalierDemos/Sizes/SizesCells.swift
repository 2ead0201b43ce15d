import Espalier

/// The header above the cells of one kind.
struct SizesTitle: Content {
  var name: String
  var about: String
  var html: HTML { "<h2>\(name)</h2><p class=\"note\">\(about)</p>" }
}

/// A text that declares its width.
struct MeasuredText: Content, Identifiable {
  let id: Int
  var text: String
  var grow = Command.nop
  var placement: Layout.Placement { .init(width: .fixed(Self.width(of: text))) }
  var html: HTML { "<button class=\"grow\" \(grow)>\(text)</button>" }

  /// Returns a width with space for wide letters and for the button's padding.
  static func width(of text: String) -> Int { 40 + 10 * text.count }
}

/// A text whose markup is `Templates/FileText.html`.
struct FileText: TemplateContent, Identifiable {
  static let template = TemplateName.file("FileText")
  let id: Int
  var text: String
  var grow = Command.nop
}

/// A text that fills the line.
struct FullText: Content, Identifiable {
  let id: Int
  var text: String
  var grow = Command.nop
  var placement: Layout.Placement { .init(width: .full) }
  var html: HTML { "<button class=\"grow\" \(grow)>\(text)</button>" }
}
