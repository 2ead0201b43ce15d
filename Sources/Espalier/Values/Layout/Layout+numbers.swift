extension Layout {
  /// The same with each of its numbers transformed.
  func mapNumbers(_ change: (LayoutNumber, Int) -> Int) -> Layout {
    with {
      $0.arrangement = arrangement?.mapColumns { change(.columns, $0) }
      $0.margins.top = change(.top, margins.top)
      $0.margins.bottom = change(.bottom, margins.bottom)
      $0.margins.left = margins.left.map { change(.left, $0) }
      $0.margins.right = margins.right.map { change(.right, $0) }
      $0.intervals.across = intervals.across.map { change(.across, $0) }
      $0.intervals.down = intervals.down.map { change(.down, $0) }
      $0.stickyOffset = stickyOffset.map { change(.offset, $0) }
      $0.separator = separator?.mapThickness(change)
      $0.edge = edge?.mapThickness(change)
      $0.table?.mapWidths { change(.width, $0) }
    }
  }
}

extension Layout.Arrangement {
  fileprivate func mapColumns(_ change: (Int) -> Int) -> Self {
    switch self {
    case .grid(let columns?): .grid(columns: change(columns))
    case .waterfall(let columns): .waterfall(columns: change(columns))
    case .list, .flow, .grid(nil), .strip: self
    }
  }
}

extension Table {
  fileprivate mutating func mapWidths(_ change: (Int) -> Int) {
    for index in columns.indices { columns[index].width = columns[index].width.map(change) }
  }
}

extension Layout.Placement {
  /// The same with each of its numbers transformed.
  func mapNumbers(_ change: (LayoutNumber, Int) -> Int) -> Self {
    var placement = self
    if case .fixed(let pixels) = width { placement.width = .fixed(change(.width, pixels)) }
    switch height {
    case .automatic: break
    case .atLeast(let pixels): placement.height = .atLeast(change(.height, pixels))
    case .fixed(let pixels): placement.height = .fixed(change(.height, pixels))
    }
    placement.separator = separator?.mapThickness(change)
    return placement
  }

  /// The same with each number clamped to its limits.
  var withinLimits: Self { isAutomatic ? self : mapNumbers { $0.within($1) } }
}

extension Layout.Separator {
  fileprivate func mapThickness(_ change: (LayoutNumber, Int) -> Int) -> Self {
    var separator = self
    separator.thickness = thickness.map { change(.rule, $0) }
    return separator
  }
}
