import Espalier
import EspalierServer

/// The page of the first article, with all five ways to talk.
enum ChoresPage {
  /// A service: one object for all pages. It tells its listeners when its value changes.
  final class Weather: Sendable {
    let degrees = Signal(21)
  }

  struct Chore: Sendable, Equatable {
    let id: Int
    var title: String
  }

  /// A row. Its command says what its button does.
  struct ChoreRow: Content, Identifiable {
    let id: Int
    var title: String
    var finish = Command.nop
    var html: HTML { "<span>\(title)</span> <button \(finish)>Done</button>" }
  }

  /// A form. It sends an event.
  struct NewChore: Content {
    static let add = Event<String>("add")
    var html: HTML { "<form \(Self.add)><input name=\"data\" aria-label=\"Chore\"> <button>Add</button></form>" }
  }

  /// A line that shows data which a container above it shares.
  struct Summary: Content {
    var open = 0
    var degrees = 0
    var html: HTML { "<p>\(open) to do, at \(degrees) degrees.</p>" }
  }

  final class SummaryModel: CellModel<Summary> {
    static let open = SharedData<Int>("open")

    override func didLoad() {
      subscribe(to: Self.open) { $0.content.open = $1 }  // 2. shared data
      guard let weather = service(Weather.self) else { return }  // 3. service
      listen(to: weather.degrees) { $0.content.degrees = $1 }
    }
  }

  final class ChoreList: ContainerModel {
    @NodeState private var chores = [Chore(id: 1, title: "Water the fig")]  // 4. state

    override func didLoad() {
      header = CellModel(NewChore())
      footer = SummaryModel(Summary())
      on(NewChore.add) { list, title in list.add(title) }  // 1. event
    }

    override func willRender() {
      set {
        for chore in chores {
          ChoreRow(
            id: chore.id, title: chore.title,
            finish: Command(to: ChoreList.self) { $0.finish(chore.id) })  // 5. command
        }
      }
      share(chores.count, to: SummaryModel.open)
    }

    private func add(_ title: String) { chores.append(Chore(id: (chores.last?.id ?? 0) + 1, title: title)) }
    private func finish(_ id: Int) { chores.removeAll { $0.id == id } }
  }
}
