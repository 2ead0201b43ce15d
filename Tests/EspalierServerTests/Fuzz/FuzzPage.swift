import Espalier
import EspalierHTTP
import EspalierServer

/// A page whose cells take every kind of data and show what they received.
enum FuzzPage {
  static let site = Site(templates: "", files: "", limits: Limits(pages: limits), log: .silent) {
    Page("/page", title: "Page") { Panel() }
    Page("/own", title: "Own", scope: .browser) { Panel() }
  }
}

private let limits: PageLimits = {
  var limits = PageLimits()
  // Small limits, so that the fuzzer reaches each of them.
  (limits.instances, limits.journal, limits.receipts, limits.wait) = (4, 4, 4, .zero)
  return limits
}()

private struct Order: Codable, Hashable {
  enum Size: String, Codable { case big, small }
  var product: String
  var count: Int?
  var size: Size?
  var tags: [String]?
  var prices: [String: Double]?
}

private struct Controls: Content, Identifiable {
  static let text = Event<String>("text")
  static let number = Event<Double>("number")
  static let flag = Event<Bool>("flag")
  static let order = Event<Order>("order")
  static let bare = Event<NoData>("bare")
  let id = "controls"
  var text = ""
  var html: HTML {
    """
    <p class="note \(text)" title='\(text)'><a href="\(text)">\(text)</a><a href="/at/\(text)?q=\(text)">\(text)</a></p>
    <form \(Self.order)><textarea name="product">\(text)</textarea><button>Order</button></form>
    <button \(Self.text, sends: text)>Text</button><button \(Self.number, sends: 1)>Number</button>
    <button \(Self.flag, sends: true)>Flag</button><button \(Self.bare)>Bare</button>
    """
  }
  enum CodingKeys: CodingKey { case text }
}

private struct Named: Content, Identifiable {
  let id: String
  var choose = Command<[String]>.nop
  var html: HTML { "<b>\(id)</b><form \(choose, on: .change)><input name=\"data\" value=\"\(id)\"></form>" }
}

private final class Panel: ContainerModel {
  private let controls = CellModel(Controls())
  private let named = ContainerModel(id: "named")

  override func didLoad() {
    add(controls)
    add(named)
    show("a")
    on(Controls.text) { $0.show($1) }
    on(Controls.order) { $0.show($1.product) }
    on(Controls.number) { $0.show("\($1)") }
  }

  private func show(_ text: String) {
    controls.content.text = text
    named.set {
      Named(id: "first", choose: Command("choose", to: Panel.self) { $0.show($1.joined()) })
      Named(id: text)
    }
  }
}
