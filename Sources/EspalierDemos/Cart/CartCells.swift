import Espalier

/// A shop's name above its products.
struct ShopTitle: Content {
  var name: String
  var html: HTML { "<h2>\(name)</h2>" }
}

/// One product in the cart. Prices are whole cents.
struct Product: Content, Identifiable {
  /// The payload of the event `step`: changes the quantity of a product.
  struct Step: Codable, Sendable {
    let product: String
    let by: Int
  }

  static let step = Event<Step>("step")

  let id: String
  var name: String
  var price: Int
  var quantity: Int

  var html: HTML {
    """
    <span class="product"><strong>\(name)</strong><span class="price">\(Money.text(price))</span></span>\
    <span class="stepper" role="group" aria-label="Quantity of \(name)">\
    <button class="round" \(Self.step, sends: Step(product: id, by: -1)) \("disabled", when: quantity == 1) \
    aria-label="One less">−</button><output><span class="aside">\(name), quantity </span>\(quantity)</output>\
    <button class="round" \(Self.step, sends: Step(product: id, by: 1)) aria-label="One more">+</button></span>
    """
  }
}

/// The total of the whole cart.
struct Total: Content {
  var cents = 0
  var html: HTML { "<output><span>Total</span> <strong class=\"sum\">\(Money.text(cents))</strong></output>" }
}

/// Shows the total that the cart shares.
final class TotalModel: CellModel<Total> {
  static let cents = SharedData<Int>("total")
  override func didLoad() { subscribe(to: Self.cents) { $0.content.cents = $1 } }
}

/// Formats whole cents as dollars.
enum Money {
  static func text(_ cents: Int) -> String {
    let rest = cents % 100
    return "$\(cents / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
