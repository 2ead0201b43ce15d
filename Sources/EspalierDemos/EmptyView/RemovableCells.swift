import Espalier

/// The header: the number of rows, and a button that adds one.
struct RemovableHeader: Content {
  var count: Int
  var add = Command.nop
  var html: HTML {
    """
    <h2>Seedlings</h2><output class="note">\(count)<span class="aside"> \(count == 1 ? "seedling" : "seedlings")</span></output>\
    <button class="round" \(add) aria-label="Add a seedling">+</button>
    """
  }
}

/// The view of an empty list.
struct NoMoreData: Content, Identifiable {
  var id: String { "none" }
  var html: HTML { "\(Self.pot)<p><strong>No seedlings</strong></p><p class=\"note\">Press + to add a seedling.</p>" }

  private static let pot = RawHTML(
    """
    <svg viewBox="0 0 120 96" aria-hidden="true"><path class="ground" d="M8 84H112"/>\
    <path class="pot" d="M36 40H84L78 84H42ZM32 32H88V40H32Z"/></svg>
    """)
}
