import Espalier

/// The list of the page. All viewers share it, and see each change at once.
final class ToDoList: ContainerModel {
  private struct ToDo: Equatable {
    let id: Int
    var title: String
    var isDone = false
  }

  /// Changing state renders the list again. Espalier sends the difference to all viewers.
  @NodeState private var all = [
    ToDo(id: 1, title: "Open this page in a second window"),
    ToDo(id: 2, title: "Tick something off, and look at the other window"),
    ToDo(id: 3, title: "Change Sources/starter/ToDoCells.swift"),
  ]

  private let summary = CellModel(Summary())

  override func didLoad() {
    header = CellModel(NewToDo())
    footer = summary
    on(NewToDo.add) { list, title in list.add(title) }
  }

  override func willRender() {
    set(animations: .fade) {
      for toDo in all {
        ToDoRow(
          id: toDo.id, title: toDo.title, isDone: toDo.isDone,
          toggle: Command(to: ToDoList.self) { $0.toggle(toDo.id) },
          remove: Command(to: ToDoList.self) { $0.remove(toDo.id) })
      }
      if all.isEmpty { NothingToDo() }
    }
    let open = all.count { !$0.isDone }
    summary.content = Summary(open: open, done: all.count - open)
  }

  private func add(_ title: String) {
    all.append(ToDo(id: (all.map(\.id).max() ?? 0) + 1, title: title))
  }

  private func toggle(_ id: Int) {
    for index in all.indices where all[index].id == id { all[index].isDone.toggle() }
  }

  private func remove(_ id: Int) { all.removeAll { $0.id == id } }
}
