import Espalier

/// What is to be watered today: a page so small that it fits into others.
final class WateringList: ContainerModel {
  /// How far the day's watering is.
  struct Progress: Codable, Hashable, Sendable {
    var day = 1
    var done = 0
    var count = plants.count
  }

  private struct State: Codable, Equatable {
    var day = 1
    var done: Set<String> = []
  }

  /// Told to the site, and by the site to every page.
  static let changed = Event<Progress>("watering")
  static let progress = SharedData<Progress>("watering")
  /// The day, as the site says.
  static let day = SharedData<Int>("day")

  static let plants = ["Bay", "Fig", "Lemon", "Myrtle", "Olive"]
  static let lastDay = 9999

  /// The last day is followed by the first, so that nobody can bring the days to an end.
  static func day(after day: Int) -> Int { day % lastDay + 1 }

  private var state = State()

  override func didLoad() {
    keep(\.state, as: "state")
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
      Section(header: WateringTitle(progress: progress)) {
        Self.plants.map { WateringRow(id: $0, isDone: state.done.contains($0)) }
      })
    send(Self.changed, progress)
  }
}
