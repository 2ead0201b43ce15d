import Espalier
import EspalierServer

/// A list framework for iOS, of whose example screens the demos are counterparts.
struct Framework: Sendable {
  /// An example screen of the framework, by its numbers in `docs/SEEDS.md`, and the demo that shows the same.
  struct Example: Sendable {
    var numbers: String
    var screen: String
    var path: String
  }

  var name: String
  var title: String
  /// The words of the framework, and what they are called here.
  var terms: [(there: String, here: String)]
  var examples: [Example]

  var path: String { "/from/\(name)" }

  static let all = [
    Framework(
      name: "dcframe", title: "DCFrame",
      terms: [
        ("cell", "Content"), ("cell model", "CellModel"), ("container model", "ContainerModel"),
        ("list view", "Page, Site"), ("event id", "Event"), ("shared data id", "SharedData"),
      ],
      examples: examples(
        """
        F1|the menu of the demos|/
        F2, F10|a simple list, coded and from a template|/simple
        F3, F11, F21|refresh and load more|/growing
        F3, F11, F21|loading at the tail|/tail
        F4, F37|reordering, in a grid and in sections|/reorder
        F5|a grid of products|/products
        F6|a photo album|/album
        F7|a cart with the total outside the list|/checkout
        F8|a cart with the total in the list|/cart
        F9|two linked lists|/category
        F12, F22|search with autocompletion|/search
        F13, F23|mixed data|/mixed
        F14, F25|an empty view|/empty
        F15, F28|a working range|/working-range
        F16, F29|the diff algorithm|/diff
        F17, F35|a calendar|/calendar
        F18|shared data|/share
        F19, F33|posts, with a user row that sticks|/posts
        F20|features merged in one list|/merged
        F24|nested lists|/strips
        F26|a section from a file, with an alert|/alert
        F27|names from a block of the page|/names
        F30|headers and footers of items|/feed
        F31|cells that measure themselves|/sizes
        F32|what is on the screen|/display
        F36|dependency injection|/injected
        F38|a compositional layout|/compositional
        F39|a feed, paged, with a sheet of options|/timeline
        F40|widgets in other pages|/embed
        """)),
    Framework(
      name: "declarativetvc", title: "DeclarativeTVC",
      terms: [
        ("cell model", "Content"), ("a node that is made for you", "CellModel"),
        ("section, controller", "ContainerModel"), ("controller", "Page, Site"), ("command", "Event"),
      ],
      examples: examples(
        """
        F41|the menu by kind of list|/
        F42|several kinds of cells|/cells
        F43|animations of rows|/animations
        F44|animations of sections|/section-animations
        F45|row editing|/editing
        F46|rows from a block, a file and code|/origins
        F47|100 sections with headers and footers|/sections
        F48|a grouped table|/grouped
        F49|collections that open and close|/collections
        F50|a collection as a row|/strips
        F51|a chooser of animations|/chooser
        """)),
    Framework(
      name: "ddpresenter", title: "DDPresenter",
      terms: [
        ("view state and view", "Content"), ("item presenter, holder", "CellModel"),
        ("section or list presenter", "ContainerModel"), ("root presenter", "Page, Site"), ("view delegate", "Event"),
        ("service", "service, Signal"), ("notify", "notify"), ("holder", "Signal with a value"),
      ],
      examples: examples(
        """
        F52|a counter|/counter
        F53|a progress bar|/progress
        F54|a list of a service, with its extremes|/prices
        F54|another page of the same service|/ticker
        F55|the scopes of notifications|/notifications
        F56|a waterfall as one of several layouts|/waterfall
        F57|state that is set in batches|/batched
        C13|one holder in two places|/places
        |who shares a page: everybody, a browser, a tab|/scopes
        """)),
    Framework(
      name: "viewmodelkit", title: "ViewModelKit",
      terms: [
        ("model of a cell", "Content"), ("cell view model", "CellModel"), ("data source", "ContainerModel"),
        ("controller", "Page, Site"), ("row action", "Event"), ("binding", "SharedData"),
        ("notification manager", "service, Signal"), ("view model of several views", "Signal with a value"),
        ("edit source", "Plugin"),
      ],
      examples: examples(
        """
        F58|two fields of a model|/binding
        F59|rows that lead to pages of their models|/people
        F60|a collection of 30 cards|/titles
        F61|a live list of a table that two writers change|/live-table
        F62|a grouped source|/groups
        F62|a chain of alerts|/questions
        F62|an edit source with row actions|/edit-mode
        F62|choosing an image|/picture
        |any table of a database|/database
        """)),
    Framework(
      name: "rddm", title: "ReactiveDataDisplayManager",
      terms: [
        ("model of a generator", "Content"), ("generator", "CellModel"), ("data display manager", "ContainerModel"),
        ("the view that owns the manager", "Page, Site"), ("event", "Event"), ("plugin", "Plugin"),
      ],
      examples: examples(
        """
        F63|a gallery of 300 pictures, with prefetching|/gallery
        F64, F81|rows that fold|/fold
        F65|gravity|/gravity
        F66|rows to move in sections|/reorder
        F67, F68, F81|titles of sections, and of single rows|/alphabet
        F69|a diffable source|/countries
        F70|swipes|/swipes
        F71, F72|refresh, and pages of which one fails|/growing
        F73|all plugins at once|/everything
        F74|rows that a clock inserts|/timed
        F75|drag and drop of several items|/drag
        F76|selection|/names
        F77|highlighting|/highlight
        F78, F83|components of a chat, and the chat|/chat
        F79|pages before and after|/two-way
        F80, F82|stacks|/stacks
        F81|a carousel that snaps|/carousel
        F81|list appearances, a list at the right, 300 random texts|/looks
        F84|arrow keys and focus|/calendar
        F85|every screen is opened and audited|/
        """)),
  ]

  private static func examples(_ text: String) -> [Example] {
    text.split(separator: "\n").map { line in
      let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      return Example(numbers: parts[0], screen: parts[1], path: parts[2])
    }
  }

  /// The demos of all frameworks that no room of the front page has, each once.
  static let demos: [Demo] = {
    var known = Set(Goal.allCases.flatMap { $0.demos.map(\.path) })
    return all.flatMap(\.examples).compactMap { known.insert($0.path).inserted ? Demo.at($0.path) : nil }
  }()

  /// The first framework with a demo.
  static func of(_ path: String) -> Framework? { all.first { $0.examples.contains { $0.path == path } } }

  static let links = JSON.array(all.map { ["href": .string($0.path), "title": .string($0.title)] })

  /// Its page, "Coming from DCFrame".
  func page(_ origin: String) -> Page {
    Page(
      path, title: "Coming from \(title)", template: "from",
      values: JSONObject([
        ("origin", .string(origin)), ("style", "/styles/front.css"), ("isStill", true), ("framework", .string(title)),
        ("summary", .string("The terms of \(title) in Espalier, and a demo for each of its example screens.")),
        ("guide", .string("docs/coming-from/\(name).md")),
        ("terms", .array(terms.map { ["there": .string($0.there), "here": .string($0.here)] })),
      ]), isListed: false
    ) { ExampleList(self) }
  }
}
