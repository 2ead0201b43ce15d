import Espalier

/// The sum of all prices: one crate of each fruit.
struct StockSum: Content {
  var cents = 0
  var change = 0

  var html: HTML {
    """
    <span>A crate of each</span>\(Change(change).html)<strong class="sum">\(Money.text(cents))</strong>
    """
  }
}

final class StockSumModel: CellModel<StockSum> {
  init() { super.init(StockSum()) }

  override func didLoad() {
    showPrices { cell, prices in
      cell.content = StockSum(
        cents: prices.all.reduce(0) { $0 + $1.cents }, change: prices.all.reduce(0) { $0 + $1.change })
    }
  }
}

/// The five prices with the largest change since yesterday, in that order.
final class Movers: ContainerModel {
  private static let count = 5

  override func didLoad() {
    header = CellModel(Cell(named: "MoversTitle") { "<h2>The biggest changes</h2>" })
    showPrices { list, prices in
      let movers = prices.all.sorted { (abs($0.change), $1.fruit) > (abs($1.change), $0.fruit) }
      list.set(rows: movers.prefix(Self.count).map(PriceRow.init), animations: .fade)
    }
  }
}
