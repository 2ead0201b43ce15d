import Espalier

/// The cart: hears every step and shares the new total, which a cell inside of it shows.
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
