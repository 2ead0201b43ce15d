import Espalier

/// A counter, and how often it was assigned and rendered.
final class CounterPage: ContainerModel {
  private let counter = CounterModel(CounterFace())
  private let tally = CellModel(Tally(facts: [.init(name: "Assigned", number: 0), .init(name: "Rendered", number: 0)]))

  override func didLoad() {
    keep(\.count, as: "count")
    add([counter, tally])
    on(CounterFace.assign) { page, count in
      page.count = count
      page.tally.content.facts[0].number += 1
    }
    on(CounterModel.rendered) { page in page.tally.content.facts[1].number += 1 }
  }

  private var count: Int {
    get { counter.count }
    // What was kept may come from before there was a range.
    set { counter.count = CounterFace.nearest(to: newValue) }
  }
}

/// Shows its state. It is rendered when that has become another one, and at no other time.
final class CounterModel: CellModel<CounterFace> {
  static let rendered = Event<NoData>("rendered")
  @State var count = 0

  override func willRender() { content.count = count }
  override func didRender() { send(Self.rendered) }
}
