import Espalier

/// The layouts whose boxes tests measure.
enum LayoutCases {
  static func make() -> [LayoutCase] { arithmetic + numbers + separated + sticky + (0..<24).map(RandomLayout.make) }

  private static func blocks(_ count: Int, _ width: Int = 80, _ height: Int = 80) -> [Block] {
    (1...count).map { Block(id: "b\($0)", width: width, height: height) }
  }

  private static func tiles(_ heights: [Int], width: Int) -> [Block] {
    heights.enumerated().map { Block(id: "b\($0 + 1)", width: width, height: $1) }
  }

  private static var arithmetic: [LayoutCase] {
    [
      LayoutCase("grid-of-boxes") {
        Block(id: "title", height: 50, isFull: true)
        ListSection("grid", layout: .grid(columns: 4).margins(left: 20, right: 20).intervals(5)) { blocks(5) }
      },
      LayoutCase("flow-of-boxes") {
        Block(id: "title", height: 50, isFull: true)
        ListSection("grid", layout: .flow.margins(left: 20, right: 20).intervals(5)) { blocks(5) }
      },
      LayoutCase("waterfall") {
        Block(id: "title", height: 50)
        ListSection("falls", layout: .waterfall(columns: 2).margins(left: 15).intervals(10)) {
          tiles([100, 50, 60, 40, 30, 90], width: 167)
        }
      },
      LayoutCase("waterfall-of-equals") {
        ListSection("falls", layout: .waterfall(columns: 2).intervals(0)) { tiles([50, 50, 10, 10], width: 100) }
      },
      LayoutCase("month") {
        Block(id: "year", height: 50)
        ListSection("month", layout: .flow.margins(bottom: 20, left: 100).intervals(5)) {
          Block(id: "label", width: 80, height: 20, role: .background)
          blocks(6)
          Block(id: "tile", width: 80, height: 20, startsLine: true)
        }
      },
      LayoutCase("margins", .list.margins(top: 10)) {
        ListSection("inner") { Block(id: "b1", height: 50) }
      },
      LayoutCase("shops") {
        for (shop, products) in [("one", 2), ("two", 1)] {
          ListSection(shop, layout: .inherited.margins(bottom: 20)) {
            Block(id: "title", height: 50)
            (1...products).map { Block(id: "p\($0)", height: 120) }
          }
        }
        Block(id: "total", height: 50)
      },
      LayoutCase("line-starts", .flow.intervals(0)) {
        Block(id: "a", width: 80, height: 30)
        ListSection("inner") { Block(id: "b", width: 80, height: 30) }
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

  /// Lengths over 100, which are sums of two classes (`e-h-300 e-h-45`), and sizes that do not fit.
  private static var numbers: [LayoutCase] {
    [
      LayoutCase("numbers", .list.margins(top: 101, left: 50, right: 63).intervals(across: 41, down: 199)) {
        Block(id: "a", width: 203, height: 345)
        ListSection("grid", layout: .grid(columns: 3)) { blocks(4, 60, 7) }
        ListSection("tight", layout: .grid(columns: 4)) { blocks(5, 90, 43) }
      },
      LayoutCase("wide", .flow.separated(by: .bottom.drawn(thickness: 33))) {
        Block(id: "a", width: 801, height: 50)
        Block(id: "b", width: 30, height: 803)
        Block(id: "behind", width: 999, height: 20, role: .background)
      },
    ]
  }

  /// Separators with their own thickness, with their container's, and with the site's.
  private static var separated: [LayoutCase] {
    func pair(_ id: String, _ layout: Layout, _ separator: Layout.Separator) -> LayoutCase {
      let frame = ContainerModel(id: "frame")
      frame.layout = layout
      frame.add([Block(id: "x", height: 30), Block(id: "y", height: 30)], separator: separator)
      return LayoutCase(id, frame)
    }
    return [
      pair("separator-bottom", .list, .bottom), pair("separator-top", .list, .top),
      pair("separator-own", .list, Layout.Separator.bottom.drawn(thickness: 2, color: "ink")),
      pair("separator-container", .list.separated(by: .between.drawn(thickness: 3, color: "ink")), .bottom),
    ]
  }
}
