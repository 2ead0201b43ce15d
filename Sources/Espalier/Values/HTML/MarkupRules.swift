/// The rules of HTML's content model that decide where a browser puts an element or a text.
enum MarkupRules {
  /// Elements without content (WHATWG HTML 13.1.2).
  static let void: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
  ]

  /// Elements whose leading line feed a browser drops (WHATWG HTML 13.2.6.4.7).
  static let dropsLineFeed: Set<String> = ["pre", "textarea", "listing"]

  /// Elements that hold no text: a browser moves the text out or ignores it.
  static let holdsNoText: Set<String> = ["table", "tbody", "thead", "tfoot", "tr", "colgroup", "select", "optgroup"]

  /// Elements whose start closes an open paragraph.
  static let closesParagraph: Set<String> = [
    "address", "article", "aside", "blockquote", "details", "dialog", "div", "dl", "fieldset", "figcaption", "figure",
    "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "main", "menu", "nav", "ol", "p", "pre",
    "search", "section", "table", "ul",
  ]

  /// Elements that have their own parsing rules, or that are parsed as another element.
  private static let special: Set<String> = [
    "template", "script", "style", "html", "head", "body", "frame", "frameset", "noscript", "noembed", "noframes",
    "iframe", "xmp", "plaintext", "listing", "image",
  ]

  /// Elements whose start ends foreign markup (WHATWG HTML 13.2.6.5), in addition to those that close a paragraph.
  private static let breaksOut: Set<String> = [
    "b", "big", "br", "center", "code", "dd", "dt", "em", "embed", "font", "i", "img", "li", "meta", "nobr", "ruby",
    "s", "small", "span", "strike", "strong", "sub", "sup", "tt", "u", "var",
  ]

  /// Whether the start tag of an element ends foreign markup.
  static func endsForeign(_ name: String) -> Bool {
    if isHeading(name) { return true }
    return (breaksOut.contains(name) && name != "font")
      || ["blockquote", "div", "dl", "hr", "menu", "ol", "p", "pre", "table", "ul"].contains(name)
  }

  /// Whether a start tag inside these open elements belongs to SVG or MathML.
  static func isForeign(_ open: [String]) -> Bool {
    let last = open.last { ["svg", "math", "foreignobject", "desc", "title"].contains($0) }
    return last == "svg" || last == "math"
  }

  /// Whether a browser keeps the child where it is written.
  static func canContain(_ parent: String, _ child: String, inside open: [String]) -> Bool {
    if special.contains(child) { return false }
    if isForeign(open) { return !breaksOut.contains(child) && !closesParagraph.contains(child) }
    switch child {
    case "title": return false
    case "tr": return ["tbody", "thead", "tfoot"].contains(parent)
    case "td", "th": return parent == "tr"
    case "tbody", "thead", "tfoot", "caption", "colgroup": return parent == "table"
    case "col": return parent == "colgroup"
    case "option", "optgroup": return ["select", "optgroup", "datalist"].contains(parent)
    case "a", "button", "form", "nobr": return !open.contains(child)
    case "li": return ["ul", "ol", "menu"].contains(parent)
    case "dt", "dd": return ["dl", "div"].contains(parent)
    case "h1", "h2", "h3", "h4", "h5", "h6": return !open.contains("p") && !isHeading(parent)
    case _ where closesParagraph.contains(child) && open.contains("p"): return false
    default: return !holdsNoText.contains(parent) && !["textarea", "option"].contains(parent)
    }
  }

  private static func isHeading(_ name: String) -> Bool { ["h1", "h2", "h3", "h4", "h5", "h6"].contains(name) }
}
