import Espalier

/// Buttons that share the next number and add a cell.
struct Sharer: Content {
  static let shareNext = Event<NoData>("shareNext")
  static let addCell = Event<NoData>("addCell")
  var number = 0
  var html: HTML {
    """
    <button class="primary" \(Self.shareNext)>Share \(number + 1)</button>\
    <button class="quiet" \(Self.addCell)>Add a cell</button>
    """
  }
}

/// A cell that shows the shared number.
struct Listener: Content {
  var text = "init value"
  var html: HTML { "<span>\(text)</span>" }
}

/// Subscribes to the number. It works at any place below the sharing node.
final class ListenerModel: CellModel<Listener> {
  static let number = SharedData<Int>("number")
  override func didLoad() { subscribe(to: Self.number) { $0.content.text = "value: \($1)" } }
}

/// One button and a hundred listeners. Only the name of the shared data connects them.
final class ShareList: ContainerModel {
  private struct State: Codable, Equatable {
    var number = 0
    var cells = 100
  }

  private let sharer = CellModel(Sharer())
  private let listeners = ContainerModel(id: "listeners")
  private var state = State()

  override func didLoad() {
    persist(\.state, as: "state")
    sharer.content.number = state.number
    add(sharer)
    add(listeners)
    for _ in 0..<state.cells { listeners.add(ListenerModel(Listener())) }
    if state.number > 0 { share(state.number, to: ListenerModel.number) }
    on(Sharer.shareNext) { list in
      list.state.number += 1
      list.sharer.content.number = list.state.number
      list.share(list.state.number, to: ListenerModel.number)
    }
    on(Sharer.addCell) { list in
      // Anybody can open this page, so its list must not grow without limit.
      guard list.state.cells < 400 else { return }
      list.state.cells += 1
      list.listeners.insertFirst(ListenerModel(Listener()))
    }
  }
}
