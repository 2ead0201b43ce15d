import Espalier

/// A switch: all items, or one kind.
struct KindSwitch: Content {
  var chosen: MixedItem.Kind
  var count: Int
  var choose = Command<MixedItem.Kind>.nop
  var html: HTML {
    """
    <div class="switch" role="group" aria-label="What to show">\
    \(MixedItem.Kind.allCases.map { kind in
      "<button aria-pressed=\"\(kind == chosen)\" \(choose, sends: kind)>\(kind.title)</button>" as HTML
    })</div><output class="aside">\(count) items</output>
    """
  }
}

/// A text that shows two lines; a press shows all of it.
struct FoldingText: Content, Identifiable {
  let id: String
  var text: String
  var isExpanded: Bool
  var toggle = Command.nop
  var html: HTML { "<button class=\"fold\" aria-expanded=\"\(isExpanded)\" \(toggle)><span>\(text)</span></button>" }
}

/// One colour of a grid.
struct Swatch: Content, Identifiable {
  let id: Int
  var html: HTML { "<span class=\"swatch tone-\(id % 9)\">\(Self.names[id % 9])</span>" }

  private static let names = ["Plum", "Leaf", "Moss", "Straw", "Rust", "Cherry", "Mallow", "Sky", "Pond"]
}

/// A person and their task.
struct UserRow: Content, Identifiable {
  let id: String
  var name: String
  var place: String
  var html: HTML {
    """
    <span class="avatar" aria-hidden="true">\(name.prefix(1))</span><span class="who"><strong>\(name)</strong>\
    <span class="note">\(place)</span></span>
    """
  }
}
