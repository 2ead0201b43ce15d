import Espalier

/// Three days, each a section with its chores. Chores can move from day to day.
final class ChoreWeek: ContainerModel {
  private let reordering = Reordering(.sections)

  private var days: [Day] { children.compactMap { $0 as? Day } }
  private var order: [[String]] {
    get { days.map { $0.children.map(\.nodeKey) } }
    set {
      let chores = Dictionary(uniqueKeysWithValues: days.flatMap(\.children).map { ($0.nodeKey, $0) })
      for day in days { day.children.removeAll() }
      for (day, keys) in zip(days, newValue) { day.add(keys.compactMap { chores[$0] }) }
    }
  }

  override init() {
    super.init(id: "week")
    for (name, chores) in Self.plan { add(Day(name, chores, reordering)) }
  }

  override func didLoad() {
    persist(\.order, as: "order")
    count()
    on(Reordering.didMove) { $0.count() }
  }

  private func count() {
    for day in days { day.title.content.count = day.children.count }
  }

  private static let plan = [
    (
      "Friday",
      [
        "Water the pears", "Tie in new shoots", "Sharpen the saw", "Oil the shears", "Empty the barrel",
        "Net the cherries", "Weed the path",
      ]
    ),
    (
      "Saturday",
      [
        "Prune the apples", "Thin the plums", "Mulch the bed", "Sow the chard", "Pick the beans", "Turn the compost",
        "Mend the wire",
      ]
    ),
    (
      "Sunday",
      [
        "Look at the graft", "Write the diary", "Order new stakes", "Clean the gloves", "Feed the wrens",
        "Sit on the bench",
      ]
    ),
  ]
}

/// One day.
final class Day: ContainerModel {
  let title: CellModel<DayTitle>

  init(_ name: String, _ chores: [String], _ reordering: Reordering) {
    title = CellModel(DayTitle(name: name, count: chores.count))
    super.init(id: name)
    header = title
    add(reordering)
    add(chores.map { CellModel(Chore(id: $0)) })
  }
}
