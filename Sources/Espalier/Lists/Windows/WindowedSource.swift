/// A source that shows the rows around an anchor of a list which may be too long to show, such as one of a database.
open class WindowedSource: Source {
  /// Which part of the list the source shows.
  package private(set) final var window = ListWindow() {
    didSet { if window != oldValue { shareWindow() } }
  }

  /// Shows the window in the edges of the container. Of several sources one that has more rows than it shows has the edges.
  private func shareWindow() {
    guard let container else { return }
    let edges = container.feature(Edges.self)
    if let other = edges.source, other !== self, other.container === container, window.isWhole || !other.window.isWhole
    {
      return
    }
    edges.source = self
    container.share(window, to: ListWindow.state)
  }

  /// Shows the rows before the first one, and fewer at the end.
  package final var showEarlier: () -> Void = {}

  /// Shows the rows after the last one, and fewer at the start.
  package final var showLater: () -> Void = {}

  override open func containerChanged() {
    guard let container else { return }
    shareWindow()
    container.on(ListWindow.earlier) { container, round in
      container.stopPropagation()
      container.existing(Edges.self)?.source?.move(in: round) { $0.showEarlier() }
    }
    container.on(ListWindow.later) { container, round in
      container.stopPropagation()
      container.existing(Edges.self)?.source?.move(in: round) { $0.showLater() }
    }
  }

  private func move(in round: Int, _ show: (WindowedSource) -> Void) {
    guard round == window.round else { return }
    window.round += 1
    window.isMoving = true
    show(self)
  }

  /// Whether the log says that nothing leads to the other rows.
  private var hasReported = false

  /// Reports, once, that the page shows only a part of a list that was read, and that no cell shows more of it.
  package final func reportUnreachableRows() {
    guard let count = window.count, count > window.shown, !hasReported, let container else { return }
    hasReported = true
    if container.existing(Edges.self)?.source !== self { return report(.secondWindow) }
    if container.hears(ListWindow.state) { return }
    container.report { [shown = window.shown] in .unreachableRows(shown: shown, address: $0.address) }
  }

  /// Shows viewers another part of the list. It ends a move.
  package final func show(_ new: ListWindow) {
    var new = new
    (new.round, new.isMoving) = (window.round, false)
    window = new
  }
}

/// The source to whose rows the edges of the container lead.
private final class Edges: NodeFeature {
  weak var source: WindowedSource?
}
