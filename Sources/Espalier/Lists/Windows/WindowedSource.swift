/// A source that shows the rows around an anchor of a list which may be too long to show, such as one of a database.
open class WindowedSource: Source {
  /// Which part of the list the source shows.
  package fileprivate(set) final var window = ListWindow() {
    didSet { if window != oldValue { container?.feature(Edges.self).share() } }
  }

  /// Shows the rows before the first one, and fewer at the end.
  package final var showEarlier: () -> Void = {}

  /// Shows the rows after the last one, and fewer at the start.
  package final var showLater: () -> Void = {}

  private weak var shownIn: ContainerModel?

  override open func containerChanged() {
    shownIn?.existing(Edges.self)?.share()
    shownIn = container
    guard let container else { return }
    let edges = container.feature(Edges.self)
    edges.add(self, of: container)
    edges.share()
    container.on(ListWindow.earlier) { container, round in
      container.stopPropagation()
      container.existing(Edges.self)?.move(in: round) { $0.showEarlier() }
    }
    container.on(ListWindow.later) { container, round in
      container.stopPropagation()
      container.existing(Edges.self)?.move(in: round) { $0.showLater() }
    }
  }

  /// Whether the log says that nothing leads to the other rows.
  private var hasReported = false

  /// Reports, once, that the page shows only a part of a list that was read, and that no cell shows more of it.
  package final func reportUnreachableRows() {
    guard !window.isWhole, let count = window.count, count > window.shown, !hasReported, let container else { return }
    hasReported = true
    if container.existing(Edges.self)?.source !== self { return report(.secondWindow) }
    if container.hears(ListWindow.state) { return }
    container.report { [shown = window.shown] in .unreachableRows(shown: shown, address: $0.address) }
  }

  /// Shows viewers another part of the list. It ends a move.
  package final func show(_ new: ListWindow) { window = new }
}

/// The windows of a container's sources. Its edges lead to the rows of one of them, as long as it has more rows than it
/// shows: the first that has more, or else the first that has any.
private final class Edges: NodeFeature {
  private struct Member { weak var source: WindowedSource? }

  private var members: [Member] = []
  private weak var container: ContainerModel?
  private weak var chosen: WindowedSource?
  /// How often the edges have moved a window.
  private var round = 0

  func add(_ source: WindowedSource, of container: ContainerModel) {
    self.container = container
    members.removeAll { $0.source == nil || $0.source === source }
    members.append(Member(source: source))
  }

  private var sources: [WindowedSource] {
    members.compactMap { member in member.source.flatMap { $0.container === container ? $0 : nil } }
  }

  var source: WindowedSource? {
    if let chosen, !chosen.window.isWhole, chosen.container === container { return chosen }
    let all = sources
    let next = all.first { !$0.window.isWhole } ?? all.first { $0.window.count ?? $0.window.shown > 0 } ?? all.first
    // An edge that a viewer saw before must not move another list.
    if next !== chosen { round += 1 }
    chosen = next
    return next
  }

  /// Moves the window, unless it has moved since the viewer saw the edge.
  func move(in round: Int, _ show: (WindowedSource) -> Void) {
    guard let source, round == self.round else { return share() }
    self.round += 1
    source.window.isMoving = true
    show(source)
  }

  /// Shows the window in the edges.
  func share() {
    guard var window = source?.window else { return }
    window.round = round
    container?.share(window, to: ListWindow.state)
  }
}
