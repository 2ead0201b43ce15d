import Espalier

/// The samples of the article on events.
enum EventsArticle {
  struct Actions: Content {
    static let like = Event<String>("like")
    var html: HTML { "<button \(Self.like, sends: "Like")>Like</button>" }
  }

  final class Reactions: ContainerModel {
    override func didLoad() {
      add(Actions())
      footer = CellModel(Label(""))
      on(Actions.like) { list, text in list.show(text) }
    }

    private func show(_ text: String) { footer = CellModel(Label(text)) }
  }

  struct Tasks: Content {
    private static let plants: Set = ["Fig", "Sage"]

    static let assign = Event<Int>("assign", in: 0...99)
    static let water = Event<String>("water", mustBe: "the name of a plant") { plants.contains($0) }

    var html: HTML {
      """
      <form \(Self.assign)><input name="data"><button>Assign</button></form>\
      <form \(Self.water)><input name="data"><button>Water</button></form>
      """
    }
  }

  /// Answers nothing but what is valid.
  final class TaskList: ContainerModel {
    override func didLoad() {
      add(Tasks())
      on(Tasks.assign) { $0.footer = CellModel(Label("assigned to \($1)")) }
      on(Tasks.water) { $0.footer = CellModel(Label("watered \($1)")) }
    }
  }

  struct Style: Codable, Hashable, Sendable { var name: String }

  enum Shop {
    static let pay = Event<NoData>("pay").once()
    static let apply = Event<Style>("apply").once(false)
    static let buy = Event<Int>("buy", in: 1...99).refusedOffline()
  }
}
