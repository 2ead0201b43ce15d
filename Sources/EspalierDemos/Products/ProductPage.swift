import Espalier

/// A strip, a grid and a waterfall, one below the other. Removing a tile is one operation; the declared heights
/// determine where the other tiles go.
final class ProductPage: ContainerModel {
  private var taken: Set<String> = [] { didSet { show() } }
  private var dropped: Set<Int> = [] { didSet { show() } }

  override func didLoad() {
    persist(\.taken, as: "taken")
    persist(\.dropped, as: "dropped")
    show()
  }

  private func show() {
    set(animations: Animations(insertRows: .fade, deleteRows: .middle)) {
      ListSection("rewards", header: PartTitle(title: "Welcome", note: "six gifts: take what you like"), layout: .strip)
      {
        rewards
      }
      ListSection(
        "trending", header: PartTitle(title: "Popular", note: "this week"), layout: .grid(columns: 4)
      ) { Shop.categories }
      ListSection(
        "picked", header: PartTitle(title: "Picked for you", note: "\(50 - dropped.count) products"),
        footer: droppedNote,
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
