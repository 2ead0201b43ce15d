import Espalier

/// Birds in a garden. A press lets a bird sing: its row is highlighted for a moment, for everybody who looks.
final class Birdsong: ContainerModel {
  private let bar = CellModel(BirdBar())
  private let highlighting = Highlighting(BirdBar.Look.calm.styles)
  private let selection = Selection(.momentary)
  private var turn = 0

  override func didLoad() {
    header = bar
    add(selection)
    add(highlighting)
    add(Bird.all)
    persist(\.bar.content.look, as: "look")
    persist(\.selection.mode, as: "mode")
    persist(\.selection.selected, as: "selected")
    highlighting.styles = bar.content.look.styles
    bar.content.staysSelected = selection.mode == .multiple
    on(Selection.didSelect) { list, _ in
      if let row = list.children.sender { list.sing(row) }
    }
    on(BirdBar.call) { $0.callNext() }
    on(BirdBar.choose) { list, look in
      list.bar.content.look = look
      list.highlighting.styles = look.styles
    }
    on(BirdBar.stay) { list, stays in
      list.bar.content.staysSelected = stays
      list.selection.mode = stays ? .multiple : .momentary
    }
  }

  private func callNext() {
    // Seven and ten have no common divisor, so every bird gets its turn.
    turn += 7
    let row = children[turn % children.count]
    row.scrollIntoView()
    sing(row)
  }

  private func sing(_ row: Node) {
    guard let bird = row.content(as: Bird.self) else { return }
    highlighting.highlight(row, for: waiting(.seconds(1.5)))
    bar.content.news = "\(bird.name): \(bird.song)"
  }
}
