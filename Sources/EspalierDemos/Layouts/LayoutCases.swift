import Espalier

/// The layouts whose boxes tests measure.
enum LayoutCases {
  static func make() -> [LayoutCase] { arithmetic + separated + hovering + (0..<24).map(RandomLayout.make) }

  private static func blocks(_ count: Int, _ width: Int = 80, _ height: Int = 80) -> [Block] {
    (1...count).map { Block(id: "b\($0)", width: width, height: height) }
  }

  private static func tiles(_ heights: [Int], width: Int) -> [Block] {
    heights.enumerated().map { Block(id: "b\($0 + 1)", width: width, height: $1) }
  }

  private static var arithmetic: [LayoutCase] {
    [
      LayoutCase("LAY-01") {
        Block(id: "title", height: 50, isFull: true)
        Section("grid", layout: .grid(columns: 4).margins(left: 20, right: 20).intervals(5)) { blocks(5) }
      },
      LayoutCase("LAY-01-flow") {
        Block(id: "title", height: 50, isFull: true)
        Section("grid", layout: .flow.margins(left: 20, right: 20).intervals(5)) { blocks(5) }
      },
      LayoutCase("LAY-02") {
        Block(id: "title", height: 50)
        Section("falls", layout: .waterfall(columns: 2).margins(left: 15).intervals(10)) {
          tiles([100, 50, 60, 40, 30, 90], width: 167)
        }
      },
      LayoutCase("LAY-03") {
        Section("falls", layout: .waterfall(columns: 2).intervals(0)) { tiles([50, 50, 10, 10], width: 100) }
      },
      LayoutCase("LAY-04") {
        Block(id: "year", height: 50)
        Section("month", layout: .flow.margins(bottom: 20, left: 100).intervals(5)) {
          Block(id: "label", width: 80, height: 20, role: .background)
          blocks(6)
          Block(id: "tile", width: 80, height: 20, startsLine: true)
        }
      },
      LayoutCase("LAY-07", .list.margins(top: 10)) {
        Section("inner") { Block(id: "b1", height: 50) }
      },
      LayoutCase("LAY-08") {
        for (shop, products) in [("one", 2), ("two", 1)] {
          Section(shop, layout: .inherited.margins(bottom: 20)) {
            Block(id: "title", height: 50)
            (1...products).map { Block(id: "p\($0)", height: 120) }
          }
        }
        Block(id: "total", height: 50)
      },
      LayoutCase("LAY-09", .flow.intervals(0)) {
        Block(id: "a", width: 80, height: 30)
        Section("inner") { Block(id: "b", width: 80, height: 30) }
        Block(id: "c", width: 80, height: 30)
        Block(id: "d", width: 80, height: 30, startsLine: true)
        Block(id: "e", width: 80, height: 30)
      },
      LayoutCase("background", .list.margins(top: 10, bottom: 20, left: 30, right: 40)) {
        Block(id: "all", role: .background)
        Block(id: "b1", height: 50)
      },
    ]
  }

  /// CON-09: lines of a thickness of their own, of their container, and of the site.
  private static var separated: [LayoutCase] {
    func pair(_ id: String, _ layout: Layout, _ separator: Separator) -> LayoutCase {
      let frame = ContainerModel(id: "frame")
      frame.layout = layout
      frame.add([Block(id: "x", height: 30), Block(id: "y", height: 30)], separator: separator)
      return LayoutCase(id, frame)
    }
    return [
      pair("CON-09-bottom", .list, .bottom), pair("CON-09-top", .list, .top),
      pair("CON-09-own", .list, Separator(.bottom, thickness: 2, color: "ink")),
      pair("CON-09-container", .list.separated(by: Separator(.between, thickness: 3, color: "ink")), .bottom),
    ]
  }

  /// LAY-10, each in a window of its own.
  private static var hovering: [LayoutCase] {
    func window(_ id: String, _ offset: Int, pinned: Int? = nil) -> LayoutCase {
      LayoutCase(id, .list.hovering(at: offset)) {
        if let pinned { Block(id: "H0", height: pinned, role: .pinned) }
        Block(id: "H1", height: 40, role: .hover)
        Block(id: "rows", height: 460)
        Block(id: "H2", height: 40, role: .hover)
        Block(id: "more", height: 800)
      }
    }
    return [window("LAY-10", 0), window("LAY-10-offset", 30), window("LAY-10-pinned", 0, pinned: 20)]
  }
}
