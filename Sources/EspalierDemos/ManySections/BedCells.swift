import Espalier

/// The header: buttons for all sections.
struct BedsHeader: Content {
  var isFull: Bool
  var insert = Command.nop
  var shuffle = Command.nop
  var html: HTML {
    """
    <button class="primary" \(insert) \("disabled", when: isFull)>Insert a section</button>\
    <button class="quiet" \(shuffle)>Shuffle</button>
    """
  }
}

/// The footer: the number of sections.
struct BedsFooter: Content {
  var count: Int
  var html: HTML { "<p class=\"note\">\(count) sections</p>" }
}

/// A section's header, which sticks while the section is visible.
struct BedHeader: Content {
  var number: Int
  var digs: Int
  var dig = Command.nop
  var html: HTML {
    """
    <h2>Section \(number)</h2><span class="note">\(digs == 0 ? "unchanged" : "changed \(digs)×")</span>\
    <button class="plain" \(dig) aria-label="Change header \(number)">Change</button>
    """
  }
}

/// A row.
struct BedRow: Content, Identifiable {
  let id: String
  var number: Int
  var html: HTML { "<span>\(number), \(id)</span>" }
}

/// A section's footer. Its height depends on the section's number.
struct BedFooter: Content {
  var height: Int
  var placement: Placement { .height(height) }
  var html: HTML { "<p class=\"note\">Footer, \(height) pixels high</p>" }
}
