import Espalier

/// Ready-made contents, and lists that stand in rows: a filtered list of plants, a text that unrolls, and a card.
final class Stacks: ContainerModel {
  private struct Shown: Codable, Equatable {
    var kind = "All"
    var isUnrolled = false
    var answer = ""
    /// How many times four rows were inserted.
    var inserted = 0
  }

  private var shown = Shown() { didSet { show() } }

  override func didLoad() {
    persist(\.shown, as: "shown")
    show()
    on(Chips.press) { list, kind in
      if Self.kinds.contains(kind) { list.shown.kind = kind }
    }
    on(StackButtons.insert) { list in list.shown.inserted = min(3, list.shown.inserted + 1) }
    on(StackButtons.clear) { $0.shown.inserted = 0 }
    on(Unrolling.unroll) { $0.shown.isUnrolled = $1 }
    on(Landing.answer) { $0.shown.answer = $1 }
  }

  private func show() {
    set {
      plants
      simple
      ListSection("unroll", header: Label("A text that unrolls", .title)) { Unrolling(isUnrolled: shown.isUnrolled) }
      ListSection("landing") {
        Stack(.vertical, [Landing.title, .text, .buttons], id: "card")
        if !shown.answer.isEmpty { Label("You chose: \(shown.answer)", .note) }
      }
      .decorated(with: Divider(), at: .begin, of: .first)
    }
  }

  /// Rows with their parts side by side, with a line between them and a space after the last.
  private var plants: ListSection {
    let plants = Self.plants.filter { shown.kind == "All" || $0.kind == shown.kind }
    let count = PlantCount(shown: plants.count, all: Self.plants.count)
    return ListSection("plants", header: Chips(Self.kinds, pressed: [shown.kind]), footer: count) {
      for plant in plants {
        Stack(.horizontal, [Label(plant.name), Label(plant.note, .note)], id: plant.name)
      }
    }
    .decorated(with: Divider(), at: .end, of: .allButLast)
    .decorated(with: Spacer(16), at: .end, of: .last)
  }

  /// One to four, and four rows at a time after the second.
  private var simple: ListSection {
    let more = (0..<shown.inserted).reversed().flatMap { round in (1...4).map { "After two, \(round * 4 + $0)" } }
    return ListSection("simple", header: StackButtons(count: 4 + more.count), layout: .flow) {
      for name in ["One", "Two"] + more + ["Three", "Four"] { Tag(id: name) }
    }
  }

  private static let kinds = ["All", "Herbs", "Fruit"]
  private static let plants = [
    (name: "Sweet basil", kind: "Herbs", note: "12 packets"), (name: "Thyme", kind: "Herbs", note: "4 packets"),
    (name: "Fig", kind: "Fruit", note: "1 tree"), (name: "Quince", kind: "Fruit", note: "2 trees"),
    (name: "Borage", kind: "Herbs", note: "3 packets"),
  ]
}
