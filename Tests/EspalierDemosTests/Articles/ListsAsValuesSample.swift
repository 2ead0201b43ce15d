import Espalier

/// The samples of the article on lists as values.
enum ListsAsValuesArticle {
  struct Task {
    let id: Int
    var title: String
  }

  struct TaskRow: Content, Identifiable {
    let id: Int
    var title: String
    var delete = Command.nop
    var html: HTML { "<span>\(title)</span><button \(delete)>Delete</button>" }
  }

  struct Title: Content {
    let text: String
    init(_ text: String) { self.text = text }
    var html: HTML { "<h2>\(text)</h2>" }
  }

  struct Note: Content {
    let text: String
    init(_ text: String) { self.text = text }
    var html: HTML { "\(text)" }
  }

  struct Empty: Content { var html: HTML { "<p>Nothing to do.</p>" } }

  struct NewTask: Content {
    static let add = Event<String>("add")
    var html: HTML { "<form \(Self.add)><input name=\"data\"><button>Add</button></form>" }
  }

  final class TaskList: ContainerModel {
    private var tasks: [Task] = []
    override func didLoad() { show() }

    func add(_ title: String) {
      tasks.append(Task(id: (tasks.last?.id ?? 0) + 1, title: title))
      show()
    }

    func delete(_ id: Int) {
      tasks.removeAll { $0.id == id }
      show()
    }

    private func show() {
      set(animations: .fade) {
        ListSection("open", header: Title("To do"), footer: Note("\(tasks.count) left")) {
          for task in tasks {
            TaskRow(id: task.id, title: task.title, delete: Command(to: TaskList.self) { $0.delete(task.id) })
          }
          if tasks.isEmpty { Empty() }
        }
      }
    }
  }

  /// The list with a form that adds a task.
  static func page() -> TaskList {
    let list = TaskList()
    list.header = CellModel(NewTask())
    list.on(NewTask.add) { list, title in list.add(title) }
    return list
  }

  struct Person: Content, Identifiable {
    let id: Int
    var html: HTML { "Person \(id)" }
  }

  final class PersonModel: CellModel<Person> {}

  struct Card: Identifiable, Equatable {
    let id: Int
    var title: String
  }

  final class CardModel: ContainerModel {
    init(_ card: Card) {
      super.init()
      show(card)
    }

    func show(_ card: Card) { header = CellModel(Title(card.title)) }
  }

  static func nodes(_ list: ContainerModel, _ people: [Person], _ board: ContainerModel, _ cards: [Card]) {
    list.set(rows: people) { PersonModel($0) }
    board.set(rows: cards, node: CardModel.init, update: { $0.show($1) })
  }

  struct Bar: Content {
    var percent = 0
    var html: HTML { "<progress max=\"100\" value=\"\(percent)\"></progress>" }
  }

  static func animate(_ list: ContainerModel, _ people: [Person], _ bar: CellModel<Bar>) {
    list.set(rows: people, animations: Animations(all: .fade, duration: .milliseconds(300), curve: .easeOut))

    bar.setState(animations: Animations(duration: .seconds(1), curve: .linear)) { bar.content.percent = 100 }
  }
}
