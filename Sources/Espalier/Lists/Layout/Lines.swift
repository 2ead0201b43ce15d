/// Places rows one after the other, in lines or in columns.
struct Lines {
  private let arrangement: Layout.Arrangement
  private let left: Double
  /// The width that is available for all rows of a line.
  private let width: Double
  private let across: Double
  private let down: Double
  /// The width of a column; nil if the arrangement has no columns.
  private let column: Double?
  /// The start of the next row in its line.
  private var x = 0.0
  /// The top of the current line, and its bottom so far; nil before the first line.
  private var line: (top: Double, bottom: Double)?
  /// The bottom of each column of a waterfall.
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

  /// The top of a new line below all rows so far.
  var next: Double { line == nil && columns.allSatisfy { $0 == top } ? top : bottom + down }

  /// The bottom of all rows so far.
  var bottom: Double {
    Swift.max(line?.bottom ?? top, (columns.max() ?? top) > top ? (columns.max() ?? top) - down : top)
  }

  /// Makes the next row start a new line.
  mutating func breakLine() { x = 0 }

  /// Adds a cell. Returns nil if its width is unknown.
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

  /// Adds a container that has its place already. It takes whole lines.
  mutating func add(container box: Box) -> Box {
    let end = box.y + box.height
    line = (box.y, end)
    x = 0
    for index in columns.indices { columns[index] = end + down }
    return box
  }

  /// Adds a row to the shortest column; to the first of them if several are equally short.
  private mutating func addToShortest(_ width: Double, _ height: Double) -> Box {
    let shortest = columns.indices.min { columns[$0] < columns[$1] } ?? 0
    let box = Box(
      x: left + Double(shortest) * ((column ?? 0) + across), y: columns[shortest], width: width, height: height)
    columns[shortest] += height + down
    return box
  }

  /// Whether a row that is not the first of its line starts a new line.
  private func begins(_ placement: Layout.Placement, _ width: Double) -> Bool {
    switch arrangement {
    case .list: true
    case .strip: false
    // A tolerance, because three thirds of a width do not add up to it exactly.
    case .flow, .grid, .waterfall: placement.startsLine || x + width > self.width + 0.01
    }
  }

  private func width(of placement: Layout.Placement) -> Double? {
    let declared = placement.width.declared.map(Double.init)
    if placement.width == .full { return width }
    switch arrangement {
    case .list: return Swift.min(declared ?? width, width)
    case .grid, .waterfall: return column.map { Swift.min(declared ?? $0, $0) }
    case .flow, .strip: return declared.map { Swift.min($0, width) }
    }
  }
}
