import Espalier

/// A thermostat, and tallies of its assignments and renders.
final class CounterPage: ContainerModel {
  private let counter = CounterModel(CounterFace())
  private let tally = CellModel(Tally(facts: [.init(name: "Assigned", number: 0), .init(name: "Rendered", number: 0)]))

  override func didLoad() {
    persist(\.count, as: "count")
    add([counter, tally])
    on(CounterFace.assign) { page, count in
      page.count = count
      page.tally.content.facts[0].number += 1
      page.tally.content.news = "\(page.count) °C, assigned \(page.tally.content.facts[0].number)×"
    }
    on(CounterModel.rendered) { page in page.tally.content.facts[1].number += 1 }
  }

  private var count: Int {
    get { counter.count }
    // A persisted number may be older than the range, so clamp it.
    set { counter.count = CounterFace.nearest(to: newValue) }
  }
}

/// Shows its temperature. It renders only when the state has a new value.
final class CounterModel: CellModel<CounterFace> {
  static let rendered = Event<NoData>("rendered")
  @NodeState var count = 0

  override func willRender() { content.count = count }
  override func didRender() { send(Self.rendered) }
}
