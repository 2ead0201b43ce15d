import Espalier

/// Rows come and go around text fields. The fields stay the same elements, so they keep their text, focus and caret.
final class RowEditing: ContainerModel {
  private struct State: Codable, Equatable {
    var isApplied = false
    var style = Animations.Style.fade
    var text = ""
  }

  private var state = State()

  override func didLoad() {
    persist(\.state, as: "state")
    show()
  }

  private func change(_ change: (inout State) -> Void) {
    change(&state)
    show()
  }

  private func show() { set(animations: Animations(all: state.style)) { state.isApplied ? after : before } }

  @ListBuilder private var before: [ListElement] {
    MotionRow(
      style: state.style,
      choose: Command("choose", to: RowEditing.self) { list, choice in
        list.change { $0.style = choice.animations }
      })
    PressRow(title: "Apply", press: Command("apply", to: RowEditing.self) { $0.change { $0.isApplied = true } })
    TitleRow(id: "Htf", title: "Around a field that is sent")
    posted
    PlainRow(id: "P11")
    PlainRow(id: "P12")
    PlainRow(id: "P13")
    TitleRow(id: "H2", title: "Around a field that is not sent")
    PlainRow(id: "P21")
    PlainRow(id: "P22")
    DraftRow(id: "TF2")
  }

  @ListBuilder private var after: [ListElement] {
    PressRow(title: "Reset", press: Command("reset", to: RowEditing.self) { $0.change { $0.isApplied = false } })
    TitleRow(id: "Htf", title: "Around a field that is sent")
    posted
    TitleRow(id: "H2", title: "Around a field that is not sent")
    PlainRow(id: "P21")
    PlainRow(id: "P22")
    PlainRow(id: "P23")
    DraftRow(id: "TF2")
    PlainRow(id: "P24")
  }

  private var posted: PostedRow {
    PostedRow(
      id: "TF1", text: state.text,
      write: Command("write", to: RowEditing.self) { list, text in
        list.change { $0.text = text.clipped(toBytes: 800) }
      })
  }
}
