import Espalier
import EspalierServer
import EspalierSQLite

/// The samples of the article on restarts.
enum RestartsArticle {
  struct Task: Codable, Equatable {
    let id: Int
    var title: String
  }

  struct Form: Content {
    static let add = Event<String>("add")
    var html: HTML { "<form \(Self.add)><input name=\"data\"><button>Add</button></form>" }
  }

  struct Row: Content, Identifiable {
    let id: Int
    var title: String
    var html: HTML { "\(title)" }
  }

  final class TaskList: ContainerModel {
    private var tasks: [Task] = []
    override func didLoad() {
      persist(\.tasks, as: "tasks")
      show()
    }
  }

  static func site() -> Site {
    let site = Site(store: try .sqlite("pages.sqlite")) { Page("/tasks", title: "Tasks") { TaskList() } }
    return site
  }

  struct Card: Codable, Hashable, Sendable { var title: String }

  final class Board: Sendable {
    let cards = Signal<[Int: Card]>([:])
  }

  final class Basket: Sendable {
    let items = Signal<[String]>([])
  }

  static func provide(in site: Site) {
    site.provide(Board()) { $0.persist(\.cards, as: "cards") }
    site.provideToEachBrowser(persisting: { $0.persist(\.items, as: "basket") }) { Basket() }
  }
}

extension RestartsArticle.TaskList {
  /// The list with a form that adds a task.
  static func withForm() -> RestartsArticle.TaskList {
    let list = RestartsArticle.TaskList()
    list.header = CellModel(RestartsArticle.Form())
    list.on(RestartsArticle.Form.add) { list, title in
      list.tasks.append(RestartsArticle.Task(id: list.tasks.count + 1, title: title))
      list.show()
    }
    return list
  }

  private func show() { set(rows: tasks.map { RestartsArticle.Row(id: $0.id, title: $0.title) }) }
}
