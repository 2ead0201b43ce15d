import Espalier

/// Twenty rows, and twenty more as one comes to their end, until there are no more; a refresh begins again.
final class GrowingList: ContainerModel {
  private struct State: Codable, Equatable {
    var count = Archive.page
    var readings = 0
    var wasLineBroken = false
  }

  private var state = State()

  override func didLoad() {
    keep(\.state, as: "state")
    header = RefreshModel()
    footer = LoadMoreModel()
    show()
    onRefresh(from: { $0.order(from: 0) }) { order in
      try await Archive.read(order)
    } then: { list, count in
      list.state.readings += 1
      list.state.count = count
      list.show()
      return .more
    }
    onLoadMore(from: { $0.order(from: $0.state.count) }) { order in
      try await Archive.read(order)
    } then: { list, count in
      list.state.count = count
      list.show()
      return count < Archive.count ? .more : .noMore
    } failed: { list, _ in
      list.state.wasLineBroken = true
      return "The line broke."
    }
    if state.count == Archive.count { paging.more.finish() }
  }

  /// The line breaks once, on the way to the third page.
  private func order(from count: Int) -> Archive.Order {
    Archive.Order(
      from: count, wait: waiting(.seconds(1)), isLineBroken: count == 2 * Archive.page && !state.wasLineBroken)
  }

  private func show() {
    set(rows: (1...state.count).map { GrowingRow(id: $0, readings: state.readings) }, animations: .still)
  }
}
