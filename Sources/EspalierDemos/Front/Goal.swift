/// What people want to build: the rooms of the front page. Each has a cover and its best demos first.
enum Goal: String, CaseIterable {
  case talk, sell, plan, data, media, forms

  var title: String {
    switch self {
    case .talk: "Talk"
    case .sell: "Sell"
    case .plan: "Plan"
    case .data: "Show data"
    case .media: "Show pictures"
    case .forms: "Ask and edit"
    }
  }

  /// A drawing in `/cards.svg`.
  var cover: String {
    switch self {
    case .talk: "timeline"
    case .sell: "cart"
    case .plan: "reorder"
    case .data: "category"
    case .media: "posts"
    case .forms: "search"
    }
  }

  private var paths: [String] {
    switch self {
    case .talk: ["/chat", "/posts", "/feed", "/timeline"]
    case .sell: ["/cart", "/products", "/category", "/seeds"]
    case .plan: ["/reorder", "/drag", "/calendar", "/map"]
    case .data: ["/people", "/table", "/live-table", "/chart"]
    case .media: ["/gallery", "/album", "/carousel", "/picture"]
    case .forms: ["/search", "/editing", "/grouped", "/swipes"]
    }
  }

  var demos: [Demo] { paths.compactMap(Demo.at) }
}
