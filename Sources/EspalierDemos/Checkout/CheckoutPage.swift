import Espalier

/// A cart in one region of the page, and its bill in another. The bill is not below the cart, so nothing that the cart shares
/// can reach it: an event goes up to the page, which knows both.
final class CheckoutPage: ContainerModel {
  private let bill = CellModel(Bill(), key: "bill")

  override func didLoad() {
    add([CheckoutCart(id: "cart"), bill])
    on(CheckoutCart.counted) { $0.bill.content.sum = $1 }
  }
}

/// The shops, and nothing else; says what all of it costs, at first and after each step.
final class CheckoutCart: ContainerModel {
  struct Sum: Hashable, Codable, Sendable {
    var cents = 0
    var count = 0
  }

  static let counted = Event<Sum>("counted")
  private let goods = Goods()

  override func didLoad() {
    add(goods.shops)
    goods.keep()
    on(Product.step) { cart, step in
      cart.goods.take(step)
      cart.tellSum()
    }
    tellSum()
  }

  private func tellSum() { send(Self.counted, Sum(cents: goods.total, count: goods.count)) }
}

/// How much there is, and what it costs.
struct Bill: Content {
  var sum = CheckoutCart.Sum()

  var html: HTML {
    """
    <span>\(sum.count) things</span><span class="due"><span>Total</span><output class="sum">\(Money.text(sum.cents))</output></span>
    """
  }
}
