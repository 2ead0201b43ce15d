import Espalier

/// The header: buttons for all beds.
struct BedsHeader: Content {
  var isFull: Bool
  var insert = Command.nop
  var shuffle = Command.nop
  var html: HTML {
    """
    <button class="primary" \(insert) \("disabled", when: isFull)>Add a bed</button>\
    <button class="quiet" \(shuffle)>Shuffle</button>
    """
  }
}

/// The footer: the number of beds. Screen readers also say that the beds were shuffled.
struct BedsFooter: Content {
  var count: Int
  var shuffles = 0
  var html: HTML {
    """
    <p class="note"><output>\(count) beds</output>\
    <output class="aside">\(shuffles == 0 ? "" : "Shuffled \(shuffles)×.")</output></p>
    """
  }
}

/// A bed's header, which sticks while the bed is visible.
struct BedHeader: Content {
  var number: Int
  var digs: Int
  var dig = Command.nop
  var html: HTML {
    """
    <h2>Bed \(number)</h2><output class="note">\(digs == 0 ? "not dug yet" : "dug \(digs)×")\
    <span class="aside">, bed \(number)</span></output>\
    <button class="plain" \(dig) aria-label="Dig bed \(number)">Dig</button>
    """
  }
}

/// One side of a bed, and what grows there.
struct BedRow: Content, Identifiable {
  let id: String
  var number: Int
  var html: HTML { "<span>\(crop)</span><span class=\"note\">\(id) side</span>" }

  private var crop: String { Self.crops[(number * 2 + (id == "west" ? 0 : 1)) % Self.crops.count] }

  private static let crops = [
    "Leeks", "Runner beans", "Carrots", "Onions", "Chard", "Peas", "Potatoes", "Lettuce", "Beetroot", "Kale", "Garlic",
  ]
}

/// A bed's footer. It is as many pixels high as the bed needs litres of compost.
struct BedFooter: Content {
  var height: Int
  var placement: Layout.Placement { .height(height) }
  var html: HTML { "<p class=\"note\">Needs \(height) litres of compost</p>" }
}
