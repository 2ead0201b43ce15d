import Espalier

/// A strip, a grid and a waterfall below one another. A tile that is dropped is one operation; where the others go follows
/// from the heights that they declare.
final class ProductPage: ContainerModel {
  private var taken: Set<String> = [] { didSet { show() } }
  private var dropped: Set<Int> = [] { didSet { show() } }

  override func didLoad() {
    keep(\.taken, as: "taken")
    keep(\.dropped, as: "dropped")
    show()
  }

  private func show() {
    set(animations: Animations(insertRows: .fade, deleteRows: .middle)) {
      Section("rewards", header: PartTitle(title: "Welcome", note: "six gifts, take what you like"), layout: .strip) {
        rewards
      }
      Section(
        "trending", header: PartTitle(title: "Much asked for", note: "this week"), layout: .grid(columns: 4)
      ) { Shop.categories }
      Section(
        "picked", header: PartTitle(title: "Picked for you", note: "\(50 - dropped.count) things"), footer: droppedNote,
        layout: .waterfall(columns: 2)
      ) { products }
    }
  }

  private var rewards: [Reward] {
    Shop.rewards.map { reward in
      var reward = reward
      let id = reward.id
      reward.isTaken = taken.contains(id)
      reward.take = Command("take", to: ProductPage.self) { $0.taken.formSymmetricDifference([id]) }
      return reward
    }
  }

  private var products: [PickedWare] {
    Shop.products.filter { !dropped.contains($0.id) }.map { product in
      var product = product
      let id = product.id
      product.drop = Command("drop", to: ProductPage.self) { $0.dropped.insert(id) }
      return product
    }
  }

  private var droppedNote: Dropped? {
    if dropped.isEmpty { return nil }
    return Dropped(count: dropped.count, restore: Command("restore", to: ProductPage.self) { $0.dropped = [] })
  }
}
