import Espalier

/// One shop and its products in the cart.
final class ShopModel: ContainerModel {
  let products: [CellModel<Product>]

  init(_ name: String, _ products: [Product]) {
    self.products = products.map { CellModel($0) }
    super.init(id: name)
    add(ShopTitle(name: name))
    add(self.products)
  }
}

/// The products in a cart, by shop, and their total.
struct Goods {
  let shops = [
    ShopModel(
      "Topsounds",
      [
        Product(id: "id1", name: "Cotton tote", price: 216, quantity: 1),
        Product(id: "id2", name: "Guitar strings", price: 191, quantity: 2),
      ]),
    ShopModel("instudio", [Product(id: "id3", name: "Desk lamp", price: 1004, quantity: 1)]),
  ]

  private var products: [CellModel<Product>] { shops.flatMap(\.products) }

  /// The total in whole cents.
  var total: Int { products.reduce(0) { $0 + $1.content.price * $1.content.quantity } }

  /// The number of items: the sum of all quantities.
  var count: Int { products.reduce(0) { $0 + $1.content.quantity } }

  /// Persists the quantities across restarts.
  func keep() {
    for product in products { product.persist(\.content, as: "product") }
  }

  /// Changes the quantity of a product by one, between 1 and 99.
  func take(_ step: Product.Step) {
    guard let product = products.first(where: { $0.content.id == step.product }) else { return }
    product.content.quantity = min(99, max(1, product.content.quantity + step.by.signum()))
  }
}
