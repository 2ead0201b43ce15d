@testable import Espalier

/// A log of what happens to nodes.
final class Diary {
  private var lines: [String] = []

  func note(_ line: String) { lines.append(line) }

  /// Returns the lines written since the last call.
  func read() -> [String] {
    defer { lines = [] }
    return lines
  }
}

/// A cell that writes its hooks to a log.
final class LivingCell: CellModel<Note> {
  let name: String
  let diary: Diary
  var onHook: ((LivingCell, String) -> Void)?

  init(_ name: String, _ diary: Diary) {
    self.name = name
    self.diary = diary
    super.init(Note(text: name), key: name)
    diary.note("\(name) created")
  }

  deinit { diary.note("\(name) released") }

  private func note(_ hook: String) {
    diary.note("\(name) \(hook)")
    onHook?(self, hook)
  }

  override func didAttach() { note("attached") }
  override func didAttachToRoot() { note("attached to root") }
  override func didShow() { note("shown") }
  override func didRender() { note("updated") }
  override func didHide() { note("hidden") }
  override func didDetachFromRoot() { note("detached from root") }
  override func didDetach() { note("detached") }
}

/// A container that writes its hooks to a log.
final class LivingContainer: ContainerModel {
  let name: String
  let diary: Diary

  init(_ name: String, _ diary: Diary, _ children: [Node] = []) {
    self.name = name
    self.diary = diary
    super.init(id: name)
    add(children)
  }

  deinit { diary.note("\(name) released") }

  override func didAttach() { diary.note("\(name) attached") }
  override func didAttachToRoot() { diary.note("\(name) attached to root") }
  override func didShow() { diary.note("\(name) shown") }
  override func didHide() { diary.note("\(name) hidden") }
  override func didDetachFromRoot() { diary.note("\(name) detached from root") }
  override func didDetach() { diary.note("\(name) detached") }
}
