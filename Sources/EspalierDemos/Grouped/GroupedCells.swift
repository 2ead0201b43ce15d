import Espalier

/// A text above a group.
struct PlainHeader: Content {
  var text: String
  init(_ text: String) { self.text = text }
  var html: HTML { "<h2>\(text)</h2>" }
}

/// A text below a group.
struct PlainFooter: Content {
  var text: String
  init(_ text: String) { self.text = text }
  var html: HTML { "<p class=\"note\" role=\"status\">\(text)</p>" }
}

/// One of several options.
struct OptionRow: Content, Identifiable {
  var title: String
  var isChosen: Bool
  var select = Command.nop
  var id: String { title }
  var html: HTML {
    """
    <button class="choice" \(select) aria-pressed="\(isChosen ? "true" : "false")"><span>\(title)</span></button>
    """
  }
}

/// A switch. It is a button, so it works the same without JavaScript.
struct ToggleRow: Content, Identifiable {
  var title: String
  var isOn: Bool
  var toggle = Command.nop
  var id: String { title }
  var html: HTML {
    """
    <button class="toggle" role="switch" \(toggle) aria-checked="\(isOn ? "true" : "false")">\
    <span>\(title)</span></button>
    """
  }
}

/// A title and a value.
struct DetailRow: Content, Identifiable {
  var title: String
  var detail: String
  var id: String { title }
  var html: HTML { "<span>\(title)</span><span class=\"note\">\(detail)</span>" }
}
