import Espalier

/// DDPresenter's examples of state, with its counter.
enum StateExamples {
  struct ViewState: Hashable {
    var title = "Taps", count = 0
  }

  struct Line: Content {
    var text = ""
    var html: HTML { "<p>\(text)</p>" }
  }

  final class CheckedPresenter: CellModel<Line> {
    @NodeState var state = ViewState()

    override func willRender() { content.text = "\(state.title): \(state.count)" }
  }

  final class PlainPresenter: CellModel<Line> {
    var text = "small" {
      didSet { setState {} }
    }

    override func willRender() { content.text = text }
  }

  struct StatefulView: Content {
    static let tap = Event<NoData>("tap")
    var count = 0
    var html: HTML { "<output>\(count)</output><button \(Self.tap)>Tap</button>" }
  }

  final class StatefulPresenter: CellModel<StatefulView> {
    override func didLoad() {
      on(own: StatefulView.tap) { presenter, _ in
        presenter.setState { presenter.content.count += 1 }
      }
    }
  }
}
