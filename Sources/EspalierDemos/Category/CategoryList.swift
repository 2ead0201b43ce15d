import Espalier

/// Two lists side by side that follow each other. Neither knows the other: what is chosen is shared from above.
final class CategoryList: ContainerModel {
  static let chosen = SharedData<Int>("chosen")
  private let titles = ContainerModel(id: "titles")
  private let wares = ContainerModel(id: "wares")
  private var chosen = 0

  override func didLoad() {
    keep(\.chosen, as: "chosen")
    titles.add(Assortment.all.enumerated().map { CategoryTitleModel(CategoryTitle(id: $0, name: $1.name)) })
    wares.add(Assortment.all.enumerated().map { CategorySection($0, $1) })
    titles.sight = .within(screens: 9)
    add([titles, wares])
    share(chosen, to: Self.chosen)
    on(CategoryTitle.chosen) { list, index in
      list.choose(index)
      list.wares.children[index].scrollIntoView(.start)
    }
    // Who loads the page again is led to where it was left.
    on(Sight.appeared) { list, address in
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

/// Shows whether its category is the chosen one.
final class CategoryTitleModel: CellModel<CategoryTitle> {
  override func didLoad() { subscribe(to: CategoryList.chosen) { $0.content.isChosen = $1 == $0.content.id } }
}

/// What is in a category; it says when somebody has scrolled to it.
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
    sight = .atTop
  }

  override func didLoad() {
    keep(\.liked, as: "liked")
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
