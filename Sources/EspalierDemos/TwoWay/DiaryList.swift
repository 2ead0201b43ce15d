import Espalier

/// A page of the diary, and more at both ends: what was done before, and what is planned after.
final class DiaryList: ContainerModel {
  private struct State: Codable, Equatable {
    /// The pages that are shown.
    var first = 0
    var last = 0
    var wasLineBroken = false
  }

  private var state = State()

  override func didLoad() {
    persist(\.state, as: "state")
    header = .loadEarlier
    footer = .loadMore
    show()
    onLoad(.earlier, from: { $0.order(page: $0.state.first - 1) }) { order in
      try await Diary.read(order)
    } then: { list, page in
      list.state.first = page
      list.show()
      return page > -Diary.reach ? .more : .noMore
    } failed: { list, _ in
      list.state.wasLineBroken = true
      return "The connection failed."
    }
    onLoad(.more, from: { $0.order(page: $0.state.last + 1) }) { order in
      try await Diary.read(order)
    } then: { list, page in
      list.state.last = page
      list.show()
      return page < Diary.reach ? .more : .noMore
    }
    if state.first == -Diary.reach { children.paging.earlier.state = .finished }
    if state.last == Diary.reach { children.paging.more.state = .finished }
  }

  /// The connection fails once, for the second page before the first one.
  private func order(page: Int) -> Diary.Order {
    Diary.Order(page: page, wait: waiting(.seconds(1)), isLineBroken: page == -2 && !state.wasLineBroken)
  }

  private func show() {
    let days = (state.first * Diary.page)..<((state.last + 1) * Diary.page)
    set(rows: days.map(DiaryDay.init), animations: .instant)
  }
}
