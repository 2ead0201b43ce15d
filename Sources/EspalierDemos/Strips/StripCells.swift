import Espalier

/// The text row above a strip.
struct ShelfRow: Content, Identifiable {
  let id: String
  var picked: Int
  var html: HTML {
    """
    <div role="status"><h2>\(id)</h2><span class="note">\(picked == 0 ? "none picked" : "\(picked) picked")</span></div>
    """
  }
}

/// One item of a strip.
struct Fruit: Content, Identifiable {
  let id: String
  let tone: Int
  var isPicked: Bool
  var pick = Command.nop
  var html: HTML {
    """
    <button class="fruit" aria-pressed="\(isPicked)" \(pick)><span class="dot tone-\(tone % 9)"></span>\(id)</button>
    """
  }
}

/// The row of a picked fruit, below its strip.
struct PickedRow: Content, Identifiable {
  let fruit: String
  var drop = Command.nop
  var id: String { "picked-\(fruit)" }
  var html: HTML {
    "<span>\(fruit)</span><button class=\"quiet\" \(drop) aria-label=\"Remove \(fruit)\">Remove</button>"
  }
}
