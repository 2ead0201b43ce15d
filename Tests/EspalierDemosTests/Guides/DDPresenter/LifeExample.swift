import Espalier

/// The hooks in DDPresenter's picture of the life cycle.
enum LifeExample {
  struct Line: Content {
    var count = 0
    var html: HTML { "<p>\(count)</p>" }
  }

  final class Presenter: CellModel<Line> {
    @NodeState var count = 0
    private let note: (String) -> Void

    init(note: @escaping (String) -> Void) {
      self.note = note
      super.init(Line())
      note("create")
    }

    override func didAttach() { note("attach") }
    override func didAttachToRoot() { note("attach to root") }
    override func didShow() { note("bind view") }
    override func willRender() {
      note("update")
      content.count = count
    }
    override func didHide() { note("unbind view") }
    override func didDetachFromRoot() { note("detach from root") }
    override func didDetach() { note("detach") }
    deinit { note("destroy") }
  }
}
