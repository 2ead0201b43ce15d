import Espalier
import EspalierServer

/// One demo: where it is, what it says about itself, and how its tree begins.
struct Demo: Sendable {
  enum Group: String, CaseIterable {
    case cells, rules, state, values, layouts, growing, visibility, touching, features

    var title: String {
      switch self {
      case .cells: "Cells"
      case .rules: "Events up, data down"
      case .state: "State and services"
      case .values: "Lists as values"
      case .layouts: "Layouts"
      case .growing: "Growing lists"
      case .visibility: "Visibility"
      case .touching: "By hand"
      case .features: "Whole features"
      }
    }

    /// One line under the title in the table of contents.
    var about: String {
      switch self {
      case .cells: "What a row is made of, and where its markup stands."
      case .rules: "How two cells that do not know each other work together."
      case .state: "What a node knows, what many nodes know, and who is told when that changes."
      case .values: "Say what the list is now; what differs is found, sent and shown."
      case .layouts: "Where rows stand, from what they declare: no script measures anything."
      case .growing: "Begin again, or go on: work that takes time, told once and ended with its list."
      case .visibility: "What comes into view is told to its row; what is to be seen is scrolled to."
      case .touching: "What people do to rows: put them into order, pick them, send them away."
      case .features: "Containers that are a page here, and a part of any page elsewhere."
      }
    }

    var demos: [Demo] { Demo.all.filter { $0.group == self && $0.isListed } }
  }

  let path: String
  let title: String
  let summary: String
  let rule: String
  let group: Group
  /// The folder under `Sources/EspalierDemos` with all of its Swift.
  let folder: String
  var template = "demo"
  var scope = Page.Scope.shared
  /// Whether the table of contents leads to it.
  var isListed = true
  let root: @Sendable () -> ContainerModel

  var entry: Entry { Entry(title: title, summary: summary, rule: rule, href: path) }

  static let all =
    [
      Demo(
        path: "/simple", title: "Simple list",
        summary: "0 to 100, three times: from Swift, a file, a block in the page.",
        rule: "A cell is a pure function of its content, wherever its markup stands.", group: .cells, folder: "Simple",
        template: "simple"
      ) { SimpleList() },
      Demo(
        path: "/posts", title: "Posts", summary: "Like, Comment or Share: the photo of that post answers.",
        rule: "Cells do not know each other; their container does.", group: .rules, folder: "Posts"
      ) { PostList() },
      Demo(
        path: "/cart", title: "Shopping cart", summary: "Two shops, three products, one total inside the list.",
        rule: "An event climbs past its shop; the total comes down to the cell that listens.", group: .rules,
        folder: "Cart", scope: .browser
      ) { CartModel() },
      Demo(
        path: "/checkout", title: "Checkout", summary: "The same cart, and its total outside of the list.",
        rule: "What is not below the cart hears of it by an event, which goes up to the page.", group: .rules,
        folder: "Checkout", template: "checkout", scope: .browser
      ) { CheckoutPage() },
      Demo(
        path: "/share", title: "Share data", summary: "One button, a hundred cells that show what it shares.",
        rule: "Who subscribes late is told at once.", group: .rules, folder: "ShareData"
      ) { ShareList() },
    ] + scopes + state + tables + animated + layouts + growing + visibility + touching + features
}
