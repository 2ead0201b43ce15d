import Espalier

/// The samples of the article on shared data.
enum SharingDataArticle {
  struct Total: Content {
    var total = 0
    var html: HTML { "<output>\(total)</output>" }
  }

  final class Cart: ContainerModel {
    static let total = SharedData<Int>("total")
    @NodeState var prices = [3, 4]
    override func willRender() { share(prices.reduce(0, +), to: Self.total) }
  }

  final class TotalModel: CellModel<Total> {  // any node below the container
    override func didLoad() { subscribe(to: Cart.total) { $0.content.total = $1 } }
  }

  struct More: Content {
    static let add = Event<Int>("add", in: 0...9)
    var html: HTML { "<button \(Self.add, sends: 5)>Five more</button>" }
  }

  /// A cart with two totals, one of which comes later.
  static func cart() -> Cart {
    let cart = Cart()
    cart.header = CellModel(More())
    cart.footer = TotalModel(Total())
    cart.on(More.add) { cart, price in
      cart.prices.append(price)
      cart.add(TotalModel(Total(), key: "later"))
    }
    return cart
  }
}
