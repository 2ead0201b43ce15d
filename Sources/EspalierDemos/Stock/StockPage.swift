import Espalier

/// A page of the stock: it stands still until somebody follows the prices, until that is paused, or until trading ends. What
/// it shows is shown by presenters that know the stock, and not each other.
final class StockPage: ContainerModel {
  /// Whether the page follows the prices.
  static let follows = SharedData<Bool>("follows")
  private var listening: Listening?

  init(_ presenters: [Node]) {
    super.init()
    add(presenters)
  }

  override func didLoad() {
    header = FollowModel()
    on(FollowBar.follow) { page, follows in
      if follows { page.follow() } else { page.pause() }
    }
  }

  private func follow() {
    guard listening == nil, let stock = require(Stock.self) else { return }
    listening = listen(to: stock.moved) { page, prices in
      if prices.movesLeft == 0 { page.pause() }
    }
    stock.open()
    share(true, to: Self.follows)
  }

  private func pause() {
    listening?.end()
    listening = nil
    share(false, to: Self.follows)
  }
}

extension TreeNode where Self: Node {
  /// Shows the prices as they are, and each of their moves while the page follows them.
  func showPrices(_ show: @escaping (Self, Prices) -> Void) {
    guard let stock = require(Stock.self) else { return }
    var listening: Listening?
    show(self, stock.prices)
    subscribe(to: StockPage.follows) { node, follows in
      listening?.end()
      show(node, stock.prices)
      listening = follows ? node.listen(to: stock.moved, show) : nil
    }
  }
}

/// Says whether the prices move, and lets them move or stand still.
struct FollowBar: Content {
  static let follow = Event<Bool>("follow")

  enum State: String, Codable { case still, running }

  var state = State.still
  var movesLeft = 0

  /// One button in either state, so that who presses it by the keyboard does not lose it.
  var html: HTML {
    let text = state == .still ? "The prices stand still here." : "They move, \(movesLeft) times more."
    return """
      <p>\(text) <a class="again" href="">Load again</a></p>\
      <button class="primary" \(Self.follow, sends: state == .still)>\(state == .still ? "Follow" : "Pause")</button>
      """
  }
}

final class FollowModel: CellModel<FollowBar> {
  init() { super.init(FollowBar()) }

  override func didLoad() {
    showPrices { bar, prices in
      let follows = bar.value(of: StockPage.follows, default: false)
      bar.content = FollowBar(state: follows ? .running : .still, movesLeft: prices.movesLeft)
    }
  }
}
