/// Puts one row after the other, in lines or in columns.
struct Lines {
  private let arrangement: Layout.Arrangement
  private let left: Double
  /// The width that the rows have among them.
  private let width: Double
  private let across: Double
  private let down: Double
  /// The width of a column, where there are columns.
  private let column: Double?
  /// Where the next row begins in its line.
  private var x = 0.0
  /// Where the line at hand begins, and where it ends so far; nil before the first.
  private var line: (top: Double, bottom: Double)?
  /// Where each column of a waterfall ends.
  private var columns: [Double]
  private let top: Double

  init(
    _ room: BoxPlan.Room, _ arrangement: Layout.Arrangement, x: Double, y: Double, width: Double, items: [BoxPlan.Item]
  ) {
    self.arrangement = arrangement
    let standard = Layout.Intervals.standard(in: arrangement)
    across = Double(room.across ?? standard)
    down = Double(room.down ?? standard)
    left = x + Double(room.left)
    self.width = width - Double(room.left) - Double(room.right)
    let count = arrangement.columns ?? 1
    let share = (self.width - across * Double(count - 1)) / Double(count)
    var isWaterfall = false
    if case .waterfall = arrangement { isWaterfall = true }
    let declared = items.lazy.compactMap(\.placement.width.declared).max()
    column = arrangement.columns == nil ? nil : isWaterfall ? declared.map(Double.init) ?? share : share
    columns = isWaterfall ? Array(repeating: y, count: count) : []
    top = y
  }

  /// Where a line begins that follows what is there.
  var next: Double { line == nil && columns.allSatisfy { $0 == top } ? top : bottom + down }

  /// Where what is there ends.
  var bottom: Double {
    Swift.max(line?.bottom ?? top, (columns.max() ?? top) > top ? (columns.max() ?? top) - down : top)
  }

  /// The next row begins a line.
  mutating func breakLine() { x = 0 }

  /// Adds a cell. Nil where its width is not known.
  mutating func add(_ item: BoxPlan.Item, height: Double) -> Box? {
    guard let width = width(of: item.placement) else { return nil }
    if !columns.isEmpty { return addToShortest(width, height) }
    if line == nil || x == 0 || begins(item.placement, width) {
      let next = next
      line = (next, next)
      x = 0
    }
    let line = line ?? (top, top)
    let box = Box(x: left + x, y: line.top, width: width, height: height)
    self.line = (line.top, Swift.max(line.bottom, line.top + height))
    x += Swift.max(width, column ?? 0) + across
    return box
  }

  /// Adds a container, which has its place already: it takes lines of its own.
  mutating func add(container box: Box) -> Box {
    let end = box.y + box.height
    line = (box.y, end)
    x = 0
    for index in columns.indices { columns[index] = end + down }
    return box
  }

  /// The column that ends first, and of those that do the first.
  private mutating func addToShortest(_ width: Double, _ height: Double) -> Box {
    let shortest = columns.indices.min { columns[$0] < columns[$1] } ?? 0
    let box = Box(
      x: left + Double(shortest) * ((column ?? 0) + across), y: columns[shortest], width: width, height: height)
    columns[shortest] += height + down
    return box
  }

  /// Whether a row that is not the first of its line begins another.
  private func begins(_ placement: Placement, _ width: Double) -> Bool {
    switch arrangement {
    case .list: true
    case .strip: false
    // Thirds of a width do not add up to it exactly.
    case .flow, .grid, .waterfall: placement.startsLine || x + width > self.width + 0.01
    }
  }

  private func width(of placement: Placement) -> Double? {
    let declared = placement.width.declared.map(Double.init)
    if placement.width == .full { return width }
    switch arrangement {
    case .list: return Swift.min(declared ?? width, width)
    case .grid, .waterfall: return column.map { Swift.min(declared ?? $0, $0) }
    case .flow, .strip: return declared.map { Swift.min($0, width) }
    }
  }
}
