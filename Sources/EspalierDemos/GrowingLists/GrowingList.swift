import Espalier

/// Twenty orders, and twenty more each time a viewer comes to the end, up to eighty. A refresh starts again.
final class GrowingList: ContainerModel {
  private struct State: Codable, Equatable {
    var count = Archive.page
    var readings = 0
    var wasLineBroken = false
  }

  private var state = State()

  override func didLoad() {
    persist(\.state, as: "state")
    header = .refreshButton
    footer = .loadMore
    show()
    onLoad(.refresh, from: { $0.order(from: 0) }) { order in
      try await Archive.read(order)
    } then: { list, count in
      list.state.readings += 1
      list.state.count = count
      list.show()
      return .more
    }
    onLoad(.more, from: { $0.order(from: $0.state.count) }) { order in
      try await Archive.read(order)
    } then: { list, count in
      list.state.count = count
      list.show()
      return count < Archive.count ? .more : .noMore
    } failed: { list, _ in
      list.state.wasLineBroken = true
      return "The connection failed."
    }
    if state.count == Archive.count { children.paging.more.state = .finished }
  }

  /// The order for the rows after `count`. The connection fails once, for the third page.
  private func order(from count: Int) -> Archive.Order {
    Archive.Order(
      from: count, wait: waiting(.seconds(1)), isLineBroken: count == 2 * Archive.page && !state.wasLineBroken)
  }

  private func show() {
    set(rows: (1...state.count).map { GrowingRow(id: $0, readings: state.readings) }, animations: .instant)
  }
}
