import Espalier

/// The plants to water today: a page that is small enough to embed in other pages.
final class WateringList: ContainerModel {
  /// The day's progress.
  struct Progress: Codable, Hashable, Sendable {
    var day = 1
    var done = 0
    var count = plants.count
  }

  private struct State: Codable, Equatable {
    var day = 1
    var done: Set<String> = []
  }

  /// A list sends it to the site, and the site shares it with every page.
  static let changed = Event<Progress>("watering")
  static let progress = SharedData<Progress>("watering")
  /// The current day, which the site shares.
  static let day = SharedData<Int>("day")

  static let plants = ["Bay", "Fig", "Lemon", "Myrtle", "Olive"]
  static let lastDay = 9999

  /// The first day follows the last one, so that the days never end.
  static func day(after day: Int) -> Int { day % lastDay + 1 }

  private var state = State()

  override func didLoad() {
    persist(\.state, as: "state")
    show()
    subscribe(to: Self.day) { list, day in
      if day == Self.day(after: list.state.day) { list.state = State(day: day) }
      list.show()
    }
    on(WateringRow.toggle) { list, plant in
      if list.state.done.remove(plant) == nil { list.state.done.insert(plant) }
      list.show()
    }
  }

  private func show() {
    let progress = Progress(day: state.day, done: state.done.count)
    set(
      ListSection(header: WateringTitle(progress: progress)) {
        Self.plants.map { WateringRow(id: $0, isDone: state.done.contains($0)) }
      })
    send(Self.changed, progress)
  }
}
