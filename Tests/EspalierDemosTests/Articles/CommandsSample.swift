import Espalier

/// The samples of the article on commands.
enum CommandsArticle {
  struct ChoreRow: Content, Identifiable {
    let id: Int
    var title: String
    var finish = Command.nop
    var html: HTML { "<span>\(title)</span><button \(finish)>Done</button>" }
  }

  final class ChoreList: ContainerModel {
    @NodeState private var chores = [Chore(id: 1, title: "Water the fig"), Chore(id: 2, title: "Feed the cat")]

    override func willRender() {
      let list = self
      list.set {
        for chore in chores {
          ChoreRow(id: chore.id, title: chore.title, finish: Command(to: ChoreList.self) { $0.finish(chore.id) })
        }
      }
    }

    private func finish(_ id: Int) { chores.removeAll { $0.id == id } }
  }

  struct Chore: Equatable {
    let id: Int
    var title: String
  }

  struct Choice: Content {
    var choose = Command<Int>.nop
    var html: HTML { "<button \(choose, sends: 3)>Three</button>" }
  }

  struct TitleForm: Content {
    var title: String
    var rename = Command<String>.nop
    var html: HTML { "<form \(rename, on: .change)><input name=\"data\" value=\"\(title)\"></form>" }
  }

  /// Both controls, and what they did.
  final class Controls: ContainerModel {
    @NodeState private var number = 0
    @NodeState private var title = "Old"

    override func willRender() {
      set {
        Choice(choose: Command(to: Controls.self) { $0.number = $1 }.accepting(0...99))
        TitleForm(title: title, rename: Command(to: Controls.self) { $0.title = $1 })
        Label("\(number)")
      }
    }
  }
}
