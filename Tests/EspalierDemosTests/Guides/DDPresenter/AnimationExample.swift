import Espalier

/// DDPresenter's animation example.
enum AnimationExample {
  struct ProgressView: Content {
    static let tapNormal = Event<NoData>("tapNormal"), tapAtOnce = Event<NoData>("tapAtOnce")
    var normalProgress = 0
    var html: HTML {
      """
      <svg class="bar" role="img" aria-label="\(normalProgress * 100) %"><rect width="\(normalProgress * 100)%" height="8"/></svg>\
      <button \(Self.tapNormal)>Normal</button><button \(Self.tapAtOnce)>At once</button>
      """
    }
  }

  final class ProgressPresenter: CellModel<ProgressView> {
    static let slowly = Animations(all: .automatic, duration: .seconds(1), curve: .easeInOut)

    override func didLoad() {
      on(ProgressView.tapNormal) { bar in
        bar.setState(animations: Self.slowly) { bar.content.normalProgress = 1 - bar.content.normalProgress }
      }
      on(ProgressView.tapAtOnce) { bar in
        bar.setState(animations: .instant) { bar.content.normalProgress = 1 - bar.content.normalProgress }
      }
    }
  }
}
