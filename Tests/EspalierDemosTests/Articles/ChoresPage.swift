import Espalier
import EspalierSQLite
import EspalierServer

/// The page of the first article, with all five ways to talk.
enum ChoresPage {
  struct Chore: Codable, Hashable, Sendable {
    var title: String
    var who: String
  }

  /// The state: one object for all pages. It tells its listeners when its value changes.
  final class Household: Sendable {
    let chores = Signal([1: Chore(title: "Water the fig", who: "Ann")])

    func add(_ chore: Chore) { chores.update { $0[($0.keys.max() ?? 0) + 1] = chore } }
    func finish(_ id: Int) { chores.update { $0[id] = nil } }
  }

  /// The URL of the page, with the filter of its viewer, such as /chores?who=Ann.
  struct ChoresURL: SiteURL {
    static let path = "/chores"
    var who: String?
  }

  /// A row. Its command says what its button does.
  struct ChoreRow: Content, Identifiable {
    let id: Int
    var chore: Chore
    var finish = Command.nop
    var html: HTML { "<span>\(chore.title), \(chore.who)</span> <button \(finish)>Done</button>" }
  }

  /// A form. It sends an event with its fields.
  struct NewChore: Content {
    static let add = Event<Chore>("add")
    var html: HTML {
      """
      <form \(Self.add)><input name="title" aria-label="Chore" required> for \
      <input name="who" aria-label="Who" required> <button>Add</button></form>
      """
    }
  }

  /// A line that shows data which a container above it shares.
  struct Summary: Content {
    var open = 0
    var html: HTML {
      "<p>\(open) to do. <a href=\"\(ChoresURL(who: "Ann"))\">Only Ann's</a> <a href=\"\(ChoresURL())\">All</a></p>"
    }
  }

  final class SummaryModel: CellModel<Summary> {
    static let open = SharedData<Int>("open")
    override func didLoad() { subscribe(to: Self.open) { $0.content.open = $1 } }  // 2. shared data
  }

  final class ChoreList: ContainerModel {
    private let url: ChoresURL
    @NodeState private var chores: [Int: Chore] = [:]  // 4. state

    init(_ url: ChoresURL) {
      self.url = url
      super.init()
    }

    override func didLoad() {
      header = CellModel(NewChore())
      footer = SummaryModel(Summary())
      guard let household = service(Household.self) else { return }  // 3. service
      listen(to: household.chores) { $0.chores = $1 }
      on(NewChore.add) { _, chore in household.add(chore) }  // 1. event
    }

    override func willRender() {
      let mine = chores.filter { url.who == nil || $0.value.who == url.who }
      set(
        rows: mine.sorted { $0.key < $1.key }.map { id, chore in
          ChoreRow(id: id, chore: chore, finish: Command(to: ChoreList.self) { $0.finish(id) })  // 5. command
        })
      share(mine.count, to: SummaryModel.open)
    }

    private func finish(_ id: Int) { service(Household.self)?.finish(id) }
  }

  static func run() async {
    let site = Site(store: try .sqlite("chores.sqlite")) {
      Page(ChoresURL.self, title: "Chores", example: ChoresURL()) { ChoreList($0) }
    }
    site.provide(Household()) { $0.persist(\.chores, as: "chores") }
    await site.run(port: 8080)
  }

  struct Sum: Content {
    var html: HTML { "0" }
  }

  struct Plant: Sendable { var name: String }

  final class Basket: ContainerModel {
    private let sum: CellModel<Sum>

    override init() {
      sum = CellModel(Sum())
      super.init()
    }
  }

  final class Shelf: ContainerModel {
    private let plants: [Plant]

    init(_ plants: [Plant]) {
      self.plants = plants
      super.init(id: "shelf")
    }
  }
}
