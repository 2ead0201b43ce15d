import Espalier

/// Shares the next number, or adds one more cell that listens.
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

/// A cell that shows what is shared with it.
struct Listener: Content {
  var text = "init value"
  var html: HTML { "<span>\(text)</span>" }
}

/// Hears the number wherever in the tree it stands.
final class ListenerModel: CellModel<Listener> {
  static let number = SharedData<Int>("number")
  override func didLoad() { subscribe(to: Self.number) { $0.content.text = "value: \($1)" } }
}

/// One button, a hundred listeners, and nothing that connects them but a name.
final class ShareList: ContainerModel {
  private let sharer = CellModel(Sharer())
  private let listeners = ContainerModel(id: "listeners")

  override func didLoad() {
    add(sharer)
    add(listeners)
    for _ in 0..<100 { listeners.add(ListenerModel(Listener())) }
    on(Sharer.shareNext) { list in
      list.sharer.content.number += 1
      list.share(list.sharer.content.number, to: ListenerModel.number)
    }
    on(Sharer.addCell) { list in
      // A page that anybody may open must not grow without end.
      if list.listeners.children.count < 400 { list.listeners.insertFirst(ListenerModel(Listener())) }
    }
  }
}
