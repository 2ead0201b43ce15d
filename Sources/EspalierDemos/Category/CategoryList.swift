import Espalier

/// Two lists side by side that follow each other. Neither knows the other: their container shares the chosen category.
final class CategoryList: ContainerModel {
  static let chosen = SharedData<Int>("chosen")
  private let titles = ContainerModel(id: "titles")
  private let wares = ContainerModel(id: "wares")
  private var chosen = 0

  override func didLoad() {
    persist(\.chosen, as: "chosen")
    titles.add(Assortment.all.enumerated().map { CategoryTitleModel(CategoryTitle(id: $0, name: $1.name)) })
    wares.add(Assortment.all.enumerated().map { CategorySection($0, $1) })
    titles.visibility = .within(screens: 9)
    add([titles, wares])
    share(chosen, to: Self.chosen)
    on(CategoryTitle.chosen) { list, index in
      list.choose(index)
      list.wares.children[index].scrollIntoView(.start)
    }
    // After a reload, scroll to the category that was chosen before.
    on(Visibility.appeared) { list, address in
      guard address == list.titles.address, list.chosen > 0 else { return }
      list.wares.children[list.chosen].scrollIntoView(.start, isSmooth: false)
    }
    on(CategorySection.reached) { list, index in
      list.choose(index)
      list.titles.children[index].scrollIntoView(.nearest)
    }
  }

  private func choose(_ index: Int) {
    chosen = index
    share(index, to: Self.chosen)
  }
}

/// A title that shows whether its category is chosen.
final class CategoryTitleModel: CellModel<CategoryTitle> {
  override func didLoad() { subscribe(to: CategoryList.chosen) { $0.content.isChosen = $1 == $0.content.id } }
}

/// The products of a category. It sends `reached` when a viewer scrolls to it.
final class CategorySection: ContainerModel {
  static let reached = Event<Int>("reached", in: 0...Assortment.all.count - 1)
  private let index: Int
  private let assortment: Assortment
  private var liked: Set<Int> = []

  init(_ index: Int, _ assortment: Assortment) {
    self.index = index
    self.assortment = assortment
    super.init(id: index)
    layout = .grid
    visibility = .atTop
  }

  override func didLoad() {
    persist(\.liked, as: "liked")
    header = CellModel(CategoryHeader(name: assortment.name, count: assortment.wares.count))
    show()
  }

  override func didAppear() { send(Self.reached, index) }

  private func show() {
    set(
      rows: assortment.wares.enumerated().map { number, name in
        Ware(
          id: number, name: name, shape: assortment.shape, hue: (assortment.hue + number * 3) % 360,
          isLiked: liked.contains(number),
          like: Command("like", to: CategorySection.self) { $0.like(number) })
      })
  }

  private func like(_ number: Int) {
    liked.formSymmetricDifference([number])
    show()
  }
}
