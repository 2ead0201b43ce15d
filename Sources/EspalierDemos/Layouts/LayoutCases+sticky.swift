import Espalier

extension LayoutCases {
  /// Sticky rows. Each case scrolls in its own box.
  static var sticky: [LayoutCase] {
    [
      window("sticky"), window("sticky-offset", offset: 30), window("sticky-pinned", pinned: [20]),
      window("sticky-stack", pinned: [30, 20]),
      tiles("sticky-grid", .grid(columns: 4)), tiles("sticky-flow", .flow), falls, strip("sticky-strip"),
      strip("sticky-strip-pinned", pinned: true),
    ]
  }

  private static func window(_ id: String, offset: Int = 0, pinned: [Int] = []) -> LayoutCase {
    LayoutCase(id, .list.stickyRows(at: offset)) {
      pinned.enumerated().map { Block(id: "P\($0 + 1)", height: $1, role: .pinned) }
      Block(id: "H1", height: 40, role: .sticky)
      Block(id: "rows", height: 460, takesFocus: true)
      Block(id: "H2", height: 40, role: .sticky)
      Block(id: "more", height: 800)
    }
  }

  /// Lines of four rows. The lines at 0 and at 340 begin with two sticky rows.
  private static func tiles(_ id: String, _ layout: Layout) -> LayoutCase {
    LayoutCase(id, layout.stickyRows(at: 0).margins(left: 20, right: 20).intervals(5)) {
      (1...40).map { number in
        let isSticky = [1, 2, 17, 18].contains(number)
        return Block(
          id: "b\(number)", width: 80, height: 80, role: isSticky ? .sticky : .row, takesFocus: number == 3)
      }
    }
  }

  /// Two columns. H2 begins beside H1 and does not push it; H3 begins below both and pushes both.
  private static var falls: LayoutCase {
    LayoutCase("sticky-waterfall", .waterfall(columns: 2).stickyRows(at: 0).intervals(0)) {
      Block(id: "H1", width: 100, height: 100, role: .sticky)
      Block(id: "a", width: 100, height: 60)
      Block(id: "H2", width: 100, height: 40, role: .sticky)
      Block(id: "b", width: 100, height: 200, takesFocus: true)
      Block(id: "c", width: 100, height: 200)
      Block(id: "H3", width: 100, height: 50, role: .sticky)
      Block(id: "d", width: 100, height: 700)
      Block(id: "e", width: 100, height: 800)
    }
  }

  /// A strip scrolls in its own box and snaps to the beginning of a row. A sticky row sticks to its leading edge.
  private static func strip(_ id: String, pinned: Bool = false) -> LayoutCase {
    LayoutCase(id, .strip.intervals(0)) {
      if pinned { Block(id: "P1", width: 30, height: 80, role: .pinned) }
      Block(id: "H1", width: 40, height: 40, role: .sticky)
      Block(id: "to300", width: pinned ? 230 : 260, height: 80, takesFocus: true)
      Block(id: "to450", width: 150, height: 80)
      Block(id: "to480", width: 30, height: 80)
      Block(id: "to500", width: 20, height: 80)
      Block(id: "H2", width: 40, height: 60, role: .sticky)
      Block(id: "more", width: 375, height: 80)
      Block(id: "last", width: 375, height: 80)
    }
  }
}
