import Espalier

/// The samples of the article on when changes go out.
enum WhenChangesGoOutArticle {
  struct Item: Content, Identifiable {
    let id: Int
    var html: HTML { "Item \(id)" }
  }

  struct Total: Content {
    var count = 0
    var html: HTML { "\(count) <button \(Cart.add, sends: Item(id: count))>Add</button>" }
  }

  final class Cart: ContainerModel {
    static let add = Event<Item>("add")
    private let total = CellModel(Total())

    override func didLoad() {
      footer = total
      on(Cart.add) { list, item in
        list.add(item)
        list.total.content.count += 1
      }
    }
  }

  enum Game {
    static let won = Event<NoData>("won")
    static let lost = Event<NoData>("lost")
  }

  enum Cards {
    static func shuffled() -> [Item] { [3, 1, 2].map { Item(id: $0) } }
  }

  struct Win: Content { var html: HTML { "<button \(Game.won)>Win</button>" } }

  final class Board: ContainerModel {
    private let solution = [1, 2, 3].map { Item(id: $0) }

    override func didLoad() {
      footer = CellModel(Win())
      on(Game.won) { board in
        board.set(rows: board.solution)
        board.afterUpdate { $0.set(rows: Cards.shuffled()) }
      }
      on(Game.lost) { board in
        board.set(animations: .fade) {}
        board.afterUpdate(animationsWithin: .seconds(5)) { $0.set(rows: Cards.shuffled()) }
      }
    }
  }
}
