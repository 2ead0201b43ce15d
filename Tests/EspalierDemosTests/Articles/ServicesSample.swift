import Espalier
import EspalierServer
import Synchronization

/// The samples of the article on services.
enum ServicesArticle {
  final class Clock: Sendable {
    let ticked = Signal<ContinuousClock.Instant>()
    init() {
      Task { [weak self] in
        while let self {
          ticked.send(.now)
          try? await Task.sleep(for: .seconds(1))
        }
      }
    }
  }

  final class Basket {}
  final class History: Sendable {}
  final class Filter {}

  final class Prices: Sendable {
    let changed = Signal<Int>()
  }

  static func run() async {
    let site = Site {
      Page("/stock", title: "Stock") { StockList() }.providing { Basket() }  // one for each instance of the page
    }
    site.provide(Prices())  // one for all
    site.provideToEachBrowser { History() }  // one for each browser
    await site.run(port: 8080)
  }

  final class StockList: ContainerModel {
    override func didLoad() {
      provide(Filter())  // for this list and what is in it
      guard let prices = service(Prices.self) else { return }
      listen(to: prices.changed) { list, price in list.show(price) }
    }
  }

  actor Account {
    nonisolated let changed = Signal<Int>()
    private var balance = 0
    func deposit(_ amount: Int) -> Int {
      balance += amount
      changed.send(balance)
      return balance
    }
  }

  struct Face: Content {
    static let deposit = Event<NoData>("deposit")
    var balance = 0
    var html: HTML { "<output>\(balance)</output><button \(Self.deposit)>Deposit</button>" }
  }

  final class AccountPage: ContainerModel {
    override func didLoad() {
      show(0)
      guard let account = service(Account.self) else { return }
      listen(to: account.changed) { list, balance in list.show(balance) }
      on(Face.deposit) { list in
        list.task {
          await account.deposit(1)
        } then: { list, balance in
          list.show(balance)
        }
      }
    }

    private func show(_ balance: Int) { header = CellModel(Face(balance: balance)) }
  }

  final class Order {
    private weak var list: ContainerModel?
    private(set) var count = 0

    init(of list: ContainerModel) { self.list = list }

    func add() {
      count += 1
      list?.notify((any OrderListener).self, .childrenAndSelf) { $0.orderChanged(count) }
    }
  }

  final class Kitchen: ContainerModel {
    override func didLoad() { provide(Order(of: self)) }
  }

  protocol OrderListener { func orderChanged(_ count: Int) }

  struct Dish: Content, Identifiable {
    static let order = Event<NoData>("order")
    let id: String
    var orders = 0
    var html: HTML { "\(id), \(orders) <button \(Self.order)>Order</button>" }
  }

  final class DishRow: CellModel<Dish>, OrderListener {
    override func didLoad() { on(own: Dish.order) { row, _ in row.service(Order.self)?.add() } }
    func orderChanged(_ count: Int) { content.orders = count }
  }

  struct Market {
    final class PriceQuestion: Sendable {
      let answers = Mutex<[Int]>([])
    }

    func bestPrice(_ asked: Signal<PriceQuestion>) -> Int? {
      let question = PriceQuestion()
      asked.send(question)
      return question.answers.withLock { $0.min() }
    }
  }
}

extension ServicesArticle.StockList {
  fileprivate func show(_ price: Int) { footer = CellModel(Label("\(price)")) }
}
