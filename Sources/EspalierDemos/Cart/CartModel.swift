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

/// The cart: hears every step and shares the new total.
final class CartModel: ContainerModel {
  private let shops = [
    ShopModel(
      "Topsounds",
      [
        Product(id: "id1", name: "Cotton tote", price: 216, quantity: 1),
        Product(id: "id2", name: "Guitar strings", price: 191, quantity: 2),
      ]),
    ShopModel("instudio", [Product(id: "id3", name: "Desk lamp", price: 1004, quantity: 1)]),
  ]

  override func didLoad() {
    add(shops)
    add(TotalModel(Total()))
    for product in products { product.keep(\.content, as: "product") }
    shareTotal()
    on(Product.step) { cart, step in
      guard let product = cart.products.first(where: { $0.content.id == step.product }) else { return }
      product.content.quantity = min(99, max(1, product.content.quantity + step.by.signum()))
      cart.shareTotal()
    }
  }

  private var products: [CellModel<Product>] { shops.flatMap(\.products) }

  private func shareTotal() {
    share(products.reduce(0) { $0 + $1.content.price * $1.content.quantity }, to: TotalModel.cents)
  }
}
