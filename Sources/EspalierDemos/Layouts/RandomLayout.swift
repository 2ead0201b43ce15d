import Espalier

/// Random layouts. They are seeded, so every run has the same ones.
struct RandomLayout {
  private var random: DemoRandom

  static func make(_ seed: Int) -> LayoutCase {
    var maker = RandomLayout(random: DemoRandom(seed: UInt64(seed)))
    return LayoutCase("random-\(seed)", ContainerModel(maker.section("frame", depth: 2, around: nil)))
  }

  private mutating func pick<T>(_ items: [T]) -> T { items[Int(random.next() % UInt64(items.count))] }
  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  private mutating func maybe(_ range: ClosedRange<Int>) -> Int? { Bool.random(using: &random) ? number(range) : nil }

  private enum Arrangement {
    case list, flow, grid, waterfall, strip

    var layout: Layout {
      switch self {
      case .list: .list
      case .flow: .flow
      case .grid: .grid(columns: 3)
      case .waterfall: .waterfall(columns: 2)
      case .strip: .strip
      }
    }
  }

  private mutating func section(_ id: String, depth: Int, around: Arrangement?) -> ListSection {
    let arrangement: Arrangement? = pick([nil, .list, .flow, .grid, .waterfall, .strip])
    let layout = (arrangement?.layout ?? .inherited)
      .margins(top: number(0...120), bottom: number(0...60), left: maybe(0...70), right: maybe(0...70))
      .intervals(across: maybe(0...50), down: maybe(0...110))
    let here = arrangement ?? around ?? .list
    let width = pick([40, 67, 90])
    let rows = (1...number(2...7)).map { number in
      let startsLine = here == .flow && self.number(0...4) == 0
      return Block(
        id: "b\(number)", width: width, height: self.number(10...230), startsLine: startsLine,
        takesFocus: here == .strip && number == 1)
    }
    // A container in a strip has no width of its own.
    let inner = depth > 0 && here != .strip ? (0..<number(0...2)).map { "c\($0)" } : []
    let sections = inner.map { section($0, depth: depth - 1, around: here) }
    let lines: Layout.Separator? = pick([
      nil, nil, .between, .bottom, Layout.Separator.top.drawn(thickness: 2),
      Layout.Separator.bottom.drawn(thickness: 27),
    ])
    return ListSection(id, layout: layout.with(lines: lines)) {
      rows
      sections.map { ListElement($0) }
    }
  }
}

extension Layout {
  fileprivate func with(lines: Layout.Separator?) -> Layout { lines.map { separated(by: $0) } ?? self }
}
