import Espalier
import EspalierServer

/// One demo: its path, the texts that describe it, and the root of its tree.
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
      case .touching: "Row actions"
      case .features: "Complete features"
      }
    }

    /// The line under the group's title in the table of contents.
    var about: String {
      switch self {
      case .cells: "What a row consists of, and where its markup is written."
      case .rules: "How two cells that don’t know each other work together."
      case .state: "State of one node, state that many nodes share, and notifications of changes."
      case .values: "Set the list as it is now: Espalier finds, sends and animates the difference."
      case .layouts: "Rows declare their size, and style sheets place them: no script measures anything."
      case .growing: "Refresh a list, or load more rows: tasks that take time and end with their list."
      case .visibility: "Rows learn when they come into view, and the server can scroll to a row."
      case .touching: "Put rows into order, delete them, report them, or open an alert."
      case .features: "Containers that are a page here, and can be a part of any other page."
      }
    }

    /// The style sheet of the group's pages, beside that of the site.
    var styleSheet: String? { self == .growing ? nil : "/styles/\(rawValue).css" }

    var demos: [Demo] { Demo.all.filter { $0.group == self && $0.isListed } }
  }

  let path: String
  let title: String
  let summary: String
  let rule: String
  let group: Group
  /// The folder under `Sources/EspalierDemos` with the demo's Swift files.
  let folder: String
  var template = "demo"
  var scope = Page.Scope.shared
  /// Whether the table of contents lists it.
  var isListed = true
  let root: @Sendable () -> ContainerModel

  var entry: Entry { Entry(title: title, summary: summary, rule: rule, href: path) }

  static let all =
    [
      Demo(
        path: "/simple", title: "Simple list",
        summary: "The numbers 0 to 100, three times: markup from Swift, from a file, and from the page template.",
        rule: "A cell’s HTML depends only on its content, wherever the markup is written.", group: .cells,
        folder: "Simple", template: "simple"
      ) { SimpleList() },
      Demo(
        path: "/posts", title: "Posts", summary: "Press Like, Comment or Share: the post’s photo changes.",
        rule: "Cells don’t know each other: their container connects them.", group: .rules, folder: "Posts"
      ) { PostList() },
      Demo(
        path: "/cart", title: "Shopping cart",
        summary: "Two shops and three products. Change a quantity: the total at the end of the list changes too.",
        rule: "The event goes up to the cart, and the cart shares the new total with its cells below.", group: .rules,
        folder: "Cart", scope: .browser
      ) { CartModel() },
      Demo(
        path: "/checkout", title: "Checkout",
        summary: "The same cart, with its bill in another part of the page. Change a quantity to see both change.",
        rule: "The bill is not below the cart: the cart sends an event up to the page, and the page sets the bill.",
        group: .rules,
        folder: "Checkout", template: "checkout", scope: .browser
      ) { CheckoutPage() },
      Demo(
        path: "/share", title: "Share data",
        summary: "Press Share to send a number to a hundred cells. A cell that you add later shows it at once.",
        rule: "A late subscriber immediately receives the last shared value.", group: .rules, folder: "ShareData"
      ) { ShareList() },
    ] + scopes + state + tables + animated + layouts + growing + visibility + touching + features
}
