import Espalier

/// A bar that is empty or full. Each press moves it to the other end, with the chosen animation or without one.
final class ProgressList: ContainerModel {
  private struct State: Codable, Equatable {
    var isFull = false
    var tempo = Tempo()
  }

  private var state = State()
  private let bar = CellModel(ProgressBar(), key: "bar")
  private let buttons = CellModel(ProgressButtons(), key: "buttons")
  private let times = CellModel(TimeChoice(), key: "times")
  private let bends = CellModel(BendChoice(), key: "curves")
  private let code = CellModel(ProgressCode())

  override func didLoad() {
    persist(\.state, as: "state")
    add([bar, buttons, times, bends])
    footer = code
    show()
    on(ProgressButtons.animate) { $0.turn($0.state.tempo.animations) }
    on(ProgressButtons.jump) { $0.turn(.instant) }
    on(TimeChoice.chosen) { list, time in list.choose { $0.time = time } }
    on(BendChoice.chosen) { list, bend in list.choose { $0.bend = bend } }
  }

  private func turn(_ animations: Animations) {
    bar.setState(animations: animations) {
      state.isFull.toggle()
      show()
    }
  }

  private func choose(_ change: (inout Tempo) -> Void) {
    change(&state.tempo)
    show()
  }

  private func show() {
    bar.content.percent = state.isFull ? 100 : 0
    buttons.content.time = state.tempo.time
    times.content.time = state.tempo.time
    bends.content.bend = state.tempo.bend
    code.content.code = state.tempo.code
  }
}
