import Espalier

/// The cart: handles each `step` and shares the new total. A cell in the cart shows it.
final class CartModel: ContainerModel {
  private let goods = Goods()

  override func didLoad() {
    add(goods.shops)
    add(TotalModel(Total()))
    goods.keep()
    shareTotal()
    on(Product.step) { cart, step in
      cart.goods.take(step)
      cart.shareTotal()
    }
  }

  private func shareTotal() { share(goods.total, to: TotalModel.cents) }
}
