import Espalier

/// One price, and its change since yesterday.
struct PriceRow: Content, Identifiable {
  let price: Price
  var id: String { price.fruit }

  var html: HTML {
    """
    <strong>\(price.fruit)</strong>\(Change(price.change).html)<span class="price">\(Money.text(price.cents))</span>
    """
  }
}

/// A change of a price: an arrow, a word and an amount.
struct Change {
  private let cents: Int

  init(_ cents: Int) { self.cents = cents }

  private var word: String { cents == 0 ? "same" : cents > 0 ? "up" : "down" }

  var html: HTML {
    """
    <span class="change \(word)"><span aria-hidden="true">\(cents == 0 ? "–" : cents > 0 ? "▲" : "▼")</span> \
    \(word)\(cents == 0 ? "" : " \(Money.text(abs(cents)))")</span>
    """
  }
}

/// All prices, in the order of their names.
final class PriceList: ContainerModel {
  override func didLoad() {
    header = CellModel(
      Cell(named: "PriceHead") { "<span>A crate of</span><span>since yesterday</span><span>price</span>" })
    showPrices { list, prices in list.set(rows: prices.all.map(PriceRow.init), animations: .instant) }
  }
}

/// The most expensive fruit and the cheapest one.
struct Extremes: Content {
  var dearest: Price?
  var cheapest: Price?

  var html: HTML { "<dl>\(part("Highest", dearest))\(part("Lowest", cheapest))</dl>" }

  private func part(_ name: String, _ price: Price?) -> HTML {
    "<div><dt>\(name)</dt><dd>\(price?.fruit ?? "")</dd><dd class=\"price\">\(Money.text(price?.cents ?? 0))</dd></div>"
  }
}

final class ExtremesModel: CellModel<Extremes> {
  init() { super.init(Extremes()) }

  override func didLoad() {
    showPrices { cell, prices in
      let sorted = prices.all.sorted { $0.cents < $1.cents }
      cell.content = Extremes(dearest: sorted.last, cheapest: sorted.first)
    }
  }
}
