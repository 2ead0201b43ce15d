import Espalier

/// A cart in one region of the page, and its bill in another. The bill is not below the cart, so it can't receive
/// data that the cart shares: the cart sends an event up to the page, which knows both.
final class CheckoutPage: ContainerModel {
  private let bill = CellModel(Bill(), key: "bill")

  override func didLoad() {
    add([CheckoutCart(id: "cart"), bill])
    on(CheckoutCart.counted) { $0.bill.content.sum = $1 }
  }
}

/// The shops. It sends the total after loading and after each step.
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
      cart.sendSum()
    }
    sendSum()
  }

  private func sendSum() { send(Self.counted, Sum(cents: goods.total, count: goods.count)) }
}

/// The number of items and the total.
struct Bill: Content {
  var sum = CheckoutCart.Sum()

  var html: HTML {
    """
    <span>\(sum.count) items</span><output class="due"><span>Total</span> <span class="sum">\(Money.text(sum.cents))</span></output>
    """
  }
}
