import Espalier

/// The jobs of spring or of autumn: rows come and go around text fields. The fields stay the same elements, so they keep their text, focus and caret.
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
    PressRow(
      id: "apply", title: "Change to autumn",
      press: Command("apply", to: RowEditing.self) { $0.change { $0.isApplied = true } })
    TitleRow(id: "Htf", title: "Kitchen bed")
    posted
    PlainRow(id: "P11", job: "Sow the radishes")
    PlainRow(id: "P12", job: "Plant out the leeks")
    PlainRow(id: "P13", job: "Tie up the peas")
    TitleRow(id: "H2", title: "South wall")
    PlainRow(id: "P21", job: "Prune the pear")
    PlainRow(id: "P22", job: "Check the wires")
    DraftRow(id: "TF2")
  }

  @ListBuilder private var after: [ListElement] {
    PressRow(
      id: "reset", title: "Change to spring",
      press: Command("reset", to: RowEditing.self) { $0.change { $0.isApplied = false } })
    TitleRow(id: "Htf", title: "Kitchen bed")
    posted
    TitleRow(id: "H2", title: "South wall")
    PlainRow(id: "P21", job: "Prune the pear")
    PlainRow(id: "P22", job: "Check the wires")
    PlainRow(id: "P23", job: "Rake the leaves")
    DraftRow(id: "TF2")
    PlainRow(id: "P24", job: "Wrap the fig in fleece")
  }

  private var posted: PostedRow {
    PostedRow(
      id: "TF1", text: state.text,
      write: Command("write", to: RowEditing.self) { list, text in
        // The field takes at most 200 characters. What does not come from the field can be longer.
        if text.utf8.count <= 600 { list.change { $0.text = text } }
      })
  }
}
