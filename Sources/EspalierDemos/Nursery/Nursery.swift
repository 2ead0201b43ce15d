import Espalier

/// The stock list of a nursery: a table that sorts, filters, selects and sells. All its state is here.
final class Nursery: ContainerModel {
  @NodeState private var plants = Herb.all
  @NodeState private var order = Table.Order("name")
  @NodeState private var showsLow = false
  private var news = ""
  private let selection = Selection(.multiple) { ($0 as? CellModel<HerbRow>) != nil }
  private let bar = CellModel(NurseryBar())
  private let bench = ContainerModel(id: "bench")

  override func didLoad() {
    persist(\.plants, as: "plants")
    persist(\.order, as: "order")
    header = bar
    bench.layout = .table(Self.table).stickyRows(at: 57)
    bench.footer = CellModel(HerbSum())
    bench.add(selection)
    add(bench)
    on(Table.sort) { nursery, order in nursery.order = order }
    on(NurseryBar.filter) { nursery, showsLow in nursery.showsLow = showsLow }
    on(HerbRow.sell) { nursery, name in
      nursery.change([name]) { ($0.sold, $0.left) = ($0.sold + 1, $0.left - 1) }
      nursery.news = nursery.plants.first { $0.name == name }.map { "\(name), \($0.left) left" } ?? ""
    }
    on(anyOf: [Selection.didSelect, Selection.didDeselect]) { nursery, _, _ in nursery.showBar() }
    on(NurseryBar.order) { $0.orderMore() }
  }

  override func willRender() {
    let shown = plants.filter { !showsLow || $0.isLow }.sorted(by: order, Self.keys)
    bench.layout.table?.order = order
    bench.set {
      shown.map(HerbRow.init)
      if shown.isEmpty { NoneLow() }
    }
    (bench.footer as? CellModel<HerbSum>)?.content = HerbSum(plants: shown)
    showBar()
  }

  private func showBar() {
    bar.content = NurseryBar(
      showsLow: showsLow, low: plants.count { $0.isLow }, selected: selection.selected.count,
      news: news)
  }

  private func orderMore() {
    change(Set(selection.nodes.compactMap { ($0 as? CellModel<HerbRow>)?.content.id })) { $0.left += 10 }
    selection.selected = []
  }

  private func change(_ names: Set<String>, _ change: (inout Herb) -> Void) {
    for index in plants.indices where names.contains(plants[index].name) {
      var plant = plants[index]
      change(&plant)
      if (0...999).contains(plant.left) && plant.sold < 1000 { plants[index] = plant }
    }
  }

  private static let keys = [
    "name": SortKey(\Herb.name), "price": SortKey(\Herb.cents), "sold": SortKey(\Herb.sold),
    "left": SortKey(\Herb.left),
  ]

  private static let table = Table(
    "",
    columns: [
      .init("name", "Plant", isSortable: true), .init("price", "Price", width: 104, alignment: .end, isSortable: true),
      .init("sold", "Sold", width: 72, alignment: .end, isSortable: true),
      .init("left", "Left", width: 72, alignment: .end, isSortable: true),
      .init("sell", "Till", width: 112, alignment: .end),
    ])
}
