import Espalier

/// The samples of the article on state.
enum StateArticle {
  struct Face: Content {
    static let more = Event<NoData>("more")
    var text = ""
    var html: HTML { "<output>\(text)</output><button \(Self.more)>More</button>" }
  }

  final class Counter: CellModel<Face> {
    @NodeState var count = 0
    override func didLoad() { on(Face.more) { $0.count += 1 } }
    override func willRender() { content.text = "\(count)" }
  }

  private static let details = [Detail(id: 1), Detail(id: 2)]

  struct Detail: Content, Identifiable {
    let id: Int
    var html: HTML { "Detail \(id)" }
  }

  final class Fold: ContainerModel {
    @NodeState var isOpen = false
    override func willRender() { set(rows: isOpen ? details : []) }
  }

  struct Star: Content {
    static let press = Event<NoData>("press")
    var isSet: Bool
    var html: HTML { "<button \(Self.press)>\(isSet ? "★" : "☆")</button>" }
  }

  /// A counter, a fold that its presses open, and one star in two lists.
  final class Everything: ContainerModel {
    override func didLoad() {
      let (fold, favourites, all) = (Fold(id: "fold"), ContainerModel(id: "favourites"), ContainerModel(id: "all"))
      header = Counter(Face())
      add([fold, favourites, all])
      on(Face.more) { _ in fold.isOpen.toggle() }
      on(Star.press) { [weak favourites, weak all] _ in
        guard let favourites, let all else { return }
        StateArticle.star(favourites, all)
      }
      add(Star(isSet: false))
    }
  }

  static func star(_ favourites: ContainerModel, _ all: ContainerModel) {
    let star = Signal(Star(isSet: false))
    favourites.add(CellModel(Star(isSet: false), following: star))
    all.add(CellModel(Star(isSet: false), following: star))
    star.update { $0.isSet = true }  // both cells change, in one patch
  }
}
