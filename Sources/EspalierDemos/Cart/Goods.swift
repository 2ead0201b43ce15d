import Espalier

/// One shop and what is bought there.
final class ShopModel: ContainerModel {
  let products: [CellModel<Product>]

  init(_ name: String, _ products: [Product]) {
    self.products = products.map { CellModel($0) }
    super.init(id: name)
    add(ShopTitle(name: name))
    add(self.products)
  }
}

/// What is in a cart, shop by shop, and what it costs.
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

  /// Whole cents.
  var total: Int { products.reduce(0) { $0 + $1.content.price * $1.content.quantity } }

  /// How many things.
  var count: Int { products.reduce(0) { $0 + $1.content.quantity } }

  /// Has the quantities kept over restarts.
  func keep() {
    for product in products { product.keep(\.content, as: "product") }
  }

  /// Takes one more of a product or one less, of which at least one stays.
  func take(_ step: Product.Step) {
    guard let product = products.first(where: { $0.content.id == step.product }) else { return }
    product.content.quantity = min(99, max(1, product.content.quantity + step.by.signum()))
  }
}
