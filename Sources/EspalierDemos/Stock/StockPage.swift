import Espalier

/// A page that shows prices. They stay unchanged until the viewer presses Go live; Pause or the end of trading stops
/// them. The page's presenters know the stock, but not each other.
final class StockPage: ContainerModel {
  /// Whether the page follows the prices.
  static let follows = SharedData<Bool>("follows")
  private var listening: (any Cancellable)?

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
    guard listening == nil, let stock = service(Stock.self) else { return }
    listening = listen(to: stock.moved) { page, prices in
      if prices.movesLeft == 0 { page.pause() }
    }
    stock.open()
    share(true, to: Self.follows)
  }

  private func pause() {
    listening?.cancel()
    listening = nil
    share(false, to: Self.follows)
  }
}

extension TreeNode where Self: Node {
  /// Calls `show` with the current prices, and with each move while the page follows them.
  func showPrices(_ show: @escaping (Self, Prices) -> Void) {
    guard let stock = service(Stock.self) else { return }
    var listening: (any Cancellable)?
    show(self, stock.prices)
    subscribe(to: StockPage.follows) { node, follows in
      listening?.cancel()
      show(node, stock.prices)
      listening = follows ? node.listen(to: stock.moved, show) : nil
    }
  }
}

/// Shows whether the page follows the prices, with a button to follow or pause.
struct FollowBar: Content {
  static let follow = Event<Bool>("follow")

  enum State: String, Codable { case still, running }

  var state = State.still
  var movesLeft = 0

  /// Both states use the same button, so that keyboard users keep the focus. The number of changes is not in the
  /// live region, because it changes every second.
  var html: HTML {
    let isLive = state == .running
    return """
      <p><output>\(isLive ? "Live" : "Prices are paused.")<span class="aside">\(isLive ? " prices" : "")</span></output>\
      \(isLive ? ": \(movesLeft) more changes." : "") <a class="again" href="">Reload</a></p>\
      <button class="primary" \(Self.follow, sends: state == .still)>\(state == .still ? "Go live" : "Pause")</button>
      """
  }
}

final class FollowModel: CellModel<FollowBar> {
  init() { super.init(FollowBar()) }

  override func didLoad() {
    showPrices { bar, prices in
      let follows = bar[StockPage.follows] ?? false
      bar.content = FollowBar(state: follows ? .running : .still, movesLeft: prices.movesLeft)
    }
  }
}
