// swift-format-ignore-file
// The README's list as a value, word for word. A test compares the two.
import Espalier

private struct Title: Content {
  var text: String
  init(_ text: String) { self.text = text }
  var html: HTML { "<h2>\(text)</h2>" }
}
private struct Note: Content {
  var text: String
  init(_ text: String) { self.text = text }
  var html: HTML { "<p>\(text)</p>" }
}
private struct Empty: Content {
  var html: HTML { "<p>Nothing to do.</p>" }
}
private struct Task {
  let id: Int
  let title: String
}
private final class TaskList: ContainerModel {
  func delete(_ id: Int) {}
}

struct TaskRow: Content, Identifiable {
  let id: Int
  var title: String
  var delete = Command.nop                                // a closure in the value; found when it is pressed
  var html: HTML { "<span>\(title)</span><button \(delete)>Delete</button>" }
}

private func readme(list: TaskList, tasks: [Task]) {
list.set(animations: .fade) {
  ListSection("open", header: Title("To do"), footer: Note("\(tasks.count) left")) {
    for task in tasks {
      TaskRow(id: task.id, title: task.title, delete: Command(to: TaskList.self) { $0.delete(task.id) })
    }
    if tasks.isEmpty { Empty() }
  }
}
}
