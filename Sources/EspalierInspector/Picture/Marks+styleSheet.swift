import EspalierHTTP
import EspalierServer

extension Marks {
  /// Which class has which place in the order. Of two ways along one line the earlier one says when it lights up, so the rules
  /// stand from the last to the first.
  static let styleSheet = (1...lastStep).reversed().map { step in
    """
    .s\(step) { --step: \(step); }
    \(ways("u", step)) { --up: \(step); }
    \(ways("d", step)) { --down: \(step); }

    """
  }.joined()

  /// The line from a card to the one above it: its own part, and those of the rows before it.
  private static func ways(_ name: String, _ step: Int) -> String {
    let card = ".\(name)\(step)"
    return "li:has(> \(card), > header > \(card))::before, li:has(~ li > \(card), ~ li > header > \(card))::after"
  }
}
