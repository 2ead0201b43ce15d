import Espalier

/// One plant: a row of the table.
struct HerbRow: TableRow, Identifiable {
  static let sell = Event<String>("sell", mustBe: "the name of a plant") { Herb.names.contains($0) }

  let plant: Herb
  var id: String { plant.name }

  var cells: [HTML] {
    "<strong>\(plant.name)</strong> <i lang=\"la\">\(plant.latin)</i>"
    "\(Money.text(plant.cents))"
    "\(plant.sold)"
    """
    <span class="\(plant.isLow ? "low" : "")">\(plant.left)</span>
    """
    """
    <button class="quiet" \(Self.sell, sends: id) \("disabled", when: plant.left == 0) \
    aria-label="Sell one: \(plant.name)">Sell one</button>
    """
  }
}

/// The last row: what all rows have in common.
struct HerbSum: TableRow {
  var plants: [Herb] = []

  var cells: [HTML] {
    "\(plants.count) kinds"
    "\(Money.text(plants.reduce(0) { $0 + $1.cents * $1.sold })) taken"
    "\(plants.reduce(0) { $0 + $1.sold })"
    "\(plants.reduce(0) { $0 + $1.left })"
    ""
  }
}

/// The row of a table without plants.
struct NoneLow: Content {
  var html: HTML { "<p>No plant is running low.</p>" }
}

/// The buttons above the table.
struct NurseryBar: Content {
  static let filter = Event<Bool>("filter")
  static let order = Event<NoData>("order")

  var showsLow = false
  var low = 0
  var selected = 0
  /// What a screen reader says after a sale. Rows that move say nothing.
  var news = ""

  var html: HTML {
    """
    <div class="switch" role="group" aria-label="Show">\
    <button \(Self.filter, sends: false) aria-pressed="\(!showsLow)">All plants</button>\
    <button \(Self.filter, sends: true) aria-pressed="\(showsLow)">Running low (\(low))</button></div>\
    <p><button class="primary" \(Self.order) \("disabled", when: selected == 0)>Order ten of each</button> \
    <output class="note">\(selected == 0 ? "Select plants to order" : "\(selected) selected")</output>\
    <output class="aside">\(news)</output></p>
    """
  }
}
