/// Computes the layout that a browser makes from `layout.css`, for rows that declare their sizes.
struct BoxPlan {
  /// The boxes by address.
  private(set) var boxes: [String: Box] = [:]

  /// The settings that containers pass down to the containers below them.
  struct Room {
    var left = 0
    var right = 0
    var across: Int?
    var down: Int?
    var thickness = Layout.Separator.standardThickness

    /// Collects what the containers above `container` pass down to it.
    init(around container: ContainerModel) {
      for above in container.path.dropFirst().reversed() { enter(above.resolvedLayout) }
    }

    mutating func enter(_ layout: Layout) {
      left = layout.margins.left ?? left
      right = layout.margins.right ?? right
      across = layout.intervals.across ?? across
      down = layout.intervals.down ?? down
      thickness = layout.separator?.thickness ?? thickness
    }
  }

  /// A row, its placement and its separator lines.
  struct Item {
    let node: Node
    let placement: Layout.Placement
    /// The thickness of the line above it, and of the line below it.
    let above: Double
    let below: Double

    var container: ContainerModel? { node as? ContainerModel }
  }

  /// Places a container and all nodes below it. Returns its height; nil if it is unknown.
  mutating func place(_ container: ContainerModel, x: Double, y: Double, width: Double, room: Room) -> Double? {
    if container.shownTable != nil { return nil }
    var room = room
    let layout = container.resolvedLayout
    room.enter(layout)
    let items = items(of: container, layout, room)
    let (behind, rows) = (
      items.filter { $0.placement.role == .background }, items.filter { $0.placement.role != .background }
    )
    var bottom = y + Double(layout.margins.top)
    for slot in [Slot.header, .row, .footer] {
      let part = rows.filter { $0.node.slot == slot }
      var lines = Lines(
        room, slot == .row ? container.arrangement : .list, x: x, y: bottom, width: width, items: part)
      for item in part {
        guard let box = place(item, in: &lines, x: x, width: width, room: room) else { return nil }
        boxes[item.node.address] = box
      }
      bottom = lines.bottom
    }
    let height = bottom + Double(layout.margins.bottom) - y
    boxes[container.address] = Box(x: x, y: y, width: width, height: height)
    for item in behind {
      guard item.placement.height.declared == item.placement.height.exact else { return nil }
      boxes[item.node.address] = Box(
        x: x, y: y, width: item.placement.width.declared.map { min(Double($0), width) } ?? width,
        height: item.placement.height.exact.map { Double($0) + item.above + item.below } ?? height)
    }
    return height
  }

  private mutating func place(_ item: Item, in lines: inout Lines, x: Double, width: Double, room: Room) -> Box? {
    guard let container = item.container else {
      guard let height = item.placement.height.exact else { return nil }
      return lines.add(item, height: Double(height) + item.above + item.below)
    }
    lines.breakLine()
    let y = lines.next
    guard let height = place(container, x: x, y: y + item.above, width: width, room: room) else { return nil }
    return lines.add(container: Box(x: x, y: y, width: width, height: item.above + height + item.below))
  }

  private func items(of container: ContainerModel, _ layout: Layout, _ room: Room) -> [Item] {
    var items: [Item] = []
    for node in container.nodes where !node.isLeftOut {
      let cell = node.asCell
      let placement = cell?.placement ?? Layout.Placement(separator: node.separator).withinLimits
      let isFirst = !items.contains { $0.node.slot == .row && $0.placement.role != .background }
      let isRow = node.slot == .row && placement.role != .background
      let lines = lines(of: placement.separator, isRow: isRow, isFirst: isFirst, layout, room)
      items.append(
        Item(node: node, placement: placement, above: lines[.top, default: 0], below: lines[.bottom, default: 0]))
    }
    return items
  }

  /// The thickness of the lines above and below a row: its own lines, else those of its container.
  private func lines(
    of own: Layout.Separator?, isRow: Bool, isFirst: Bool, _ layout: Layout, _ room: Room
  ) -> [Layout.Separator.Edge: Double] {
    var lines: [Layout.Separator.Edge: Double] = [:]
    if let all = layout.separator, isRow, all.edge != .between || !isFirst {
      lines[all.edge == .bottom ? .bottom : .top] = Double(room.thickness)
    }
    if let own { lines[own.edge == .bottom ? .bottom : .top] = Double(own.thickness ?? room.thickness) }
    return lines
  }
}
