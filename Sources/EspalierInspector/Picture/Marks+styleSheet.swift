import EspalierHTTP
import EspalierServer

extension Marks {
  /// Rules that give each class its step in the order. If two paths share a line, the line lights up at the earlier
  /// step, so the rules go from the last step to the first.
  static let styleSheet = (1...lastStep).reversed().map { step in
    """
    .s\(step) { --step: \(step); }
    \(ways("u", step)) { --up: \(step); }
    \(ways("d", step)) { --down: \(step); }

    """
  }.joined()

  /// Selectors for the line from a card to the card above it: its own part, and the parts at the rows before it.
  private static func ways(_ name: String, _ step: Int) -> String {
    let card = ".\(name)\(step)"
    return "li:has(> \(card), > header > \(card))::before, li:has(~ li > \(card), ~ li > header > \(card))::after"
  }
}
