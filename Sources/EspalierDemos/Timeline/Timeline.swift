import Espalier

/// Posts, eight at a time. Each post can be deleted or reported.
final class Timeline: ContainerModel {
  private static let page = 8
  private static let pages = 3

  private struct State: Codable, Equatable {
    var count = Timeline.page
    var deleted: Set<Int> = []
    var reported: Set<Int> = []
  }

  private var state = State() { didSet { show() } }

  override func didLoad() {
    header = .refreshButton
    footer = .loadMore
    layout = .list.fadingIn()
    persist(\.state, as: "state")
    show()
    onLoad(.refresh, from: { $0.waiting(.seconds(1)) }) { wait in
      try await Task.sleep(for: wait)
    } then: { list, _ in
      list.state = State()
      return .more
    }
    onLoad(.more, from: { $0.waiting(.seconds(1)) }) { wait in
      try await Task.sleep(for: wait)
    } then: { list, _ in
      list.state.count += Self.page
      return list.isComplete ? .noMore : .more
    }
    if isComplete { children.paging.more.state = .finished }
  }

  private var isComplete: Bool { state.count >= Self.page * Self.pages }

  private func show() {
    let left = (1...state.count).filter { !state.deleted.contains($0) }
    set(animations: Animations(insertRows: .fade, deleteRows: .left)) {
      for id in left { item(id) }
      if left.isEmpty && isComplete { EmptyTimeline() }
    }
  }

  private func item(_ id: Int) -> TimelineItem {
    TimelineItem(
      id: id, isReported: state.reported.contains(id),
      options: Command("options", to: Timeline.self) { $0.showOptions(for: id) })
  }

  /// Shows the options of a post to the viewer who asked for them.
  private func showOptions(for id: Int) {
    let isReported = state.reported.contains(id)
    let report = isReported ? [] : [Dialog.Action("report", "Report")]
    let actions = report + [.init("delete", "Delete", .destructive), .init("cancel", "Cancel", .cancel)]
    present(.sheet(item(id).author, "\(id) h ago", actions: actions)) { list, action in
      switch action {
      case "report": list.state.reported.insert(id)
      case "delete": list.state.deleted.insert(id)
      default: break
      }
    }
  }
}
