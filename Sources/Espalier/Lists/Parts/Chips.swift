/// Short labels side by side, each of which can be pressed. A pressed chip is marked.
///
/// ```swift
/// list.header = CellModel(Chips(["All", "Fruit", "Herbs"], pressed: ["All"]))
/// list.on(Chips.press) { list, label in list.filter = label }
/// ```
public struct Chips: Content {
  /// Sent by a chip that is pressed. The data is its label.
  public static let press = Event<String>("pressChip")

  /// The labels, in order.
  package var labels: [String]
  /// The labels of the marked chips.
  public var pressed: Set<String>

  /// Chips with these labels.
  public init(_ labels: [String], pressed: Set<String> = []) {
    self.labels = labels
    self.pressed = pressed
  }

  /// A button for each label.
  public var html: HTML {
    let buttons = labels.map { label in
      """
      <button class="e-chip" \(Self.press, sends: label) aria-pressed="\(pressed.contains(label))">\(label)</button>
      """ as HTML
    }
    return "<div class=\"e-part e-chips\">\(buttons)</div>"
  }

  private enum CodingKeys: CodingKey { case labels, pressed }

  /// The fields, with the pressed labels in their order.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(labels, forKey: .labels)
    try container.encode(labels.filter(pressed.contains), forKey: .pressed)
  }
}
