/// A plugin that lets people change the order of a container's rows.
///
/// ```swift
/// override func didLoad() {
///   add(Reordering())
///   on(Reordering.didMove) { list, _ in list.order = list.children.map(\.key) }
/// }
/// ```
///
/// People move a row by its handle (pointer or keyboard), by dragging it with the mouse, by a long press on it, or by
/// its two buttons. Without JavaScript only the buttons work. A move changes the tree itself. The order stays until you
/// set a list with another order. If you add the plugin to several sections of one container, rows can move between
/// these sections. Cost: one move.
public final class Reordering: Plugin {
  /// How far rows may go.
  public enum Reach: String, Sendable {
    /// Rows stay in their container.
    case list
    /// Rows may also move to the sections beside it that have this plugin.
    case sections
  }

  /// The target of a move. If all fields are nil, the row moves to the end.
  package struct Move: Codable, Hashable, Sendable {
    /// The number of rows to move down; negative moves up. Past an end, the row moves into the next section.
    package var by: Int?
    /// The key of the row that will be after it.
    package var before: String?
    /// The key of the target section, if it is another section.
    package var into: String?

    /// A target.
    package init(by: Int? = nil, before: String? = nil, into: String? = nil) {
      self.by = by
      self.before = before
      self.into = into
    }
  }

  /// The event that a row's tools send.
  package static let move = Event<Move>("move")
  /// Sent after a person moved a row. The data is the row's new address.
  public static let didMove = Event<String>("didMove")

  private let reach: Reach
  private let canMove: (Node) -> Bool
  private let mayStand: (Node, ContainerModel, Int) -> Bool

  /// A row has a handle only if `canMove` returns true; it is called when the row is rendered. `mayStand` gets the row,
  /// the target container and the row's index among its children; if it returns false, the row goes back to its old
  /// place.
  public init(
    _ reach: Reach = .list, canMove: @escaping (Node) -> Bool = { _ in true },
    mayStand: @escaping (Node, ContainerModel, Int) -> Bool = { _, _, _ in true }
  ) {
    self.reach = reach
    self.canMove = canMove
    self.mayStand = mayStand
  }

  /// Answers the moves of this container's rows.
  public func begin(in list: ContainerModel) {
    list.on(Self.move) { [unowned self] list, move in
      if let row = list.sendingRow { self.move(row, move, in: list) }
    }
  }

  /// The handle, and the buttons that move the row by one place.
  public func tools(for row: Node, named name: String) -> HTML {
    guard canMove(row) else { return HTML() }
    let words = row.pageLanguage.words
    func label(_ text: Words.Text) -> String { words.text(text, ["name": name]) }
    return """
      <span class="e-mover"><button type="button" class="e-handle" data-move="\(reach.rawValue)" data-name="\(name)" \
      aria-label="\(label(.move))" title="\(words[.moveHelp])"></button>\
      <button class="e-step e-up" \(Self.move, sends: Move(by: -1)) aria-label="\(label(.moveUp))"></button>\
      <button class="e-step e-down" \(Self.move, sends: Move(by: 1)) aria-label="\(label(.moveDown))"></button></span>
      """
  }

  /// `e-movable`.
  public func classes(of row: Node) -> String { canMove(row) ? "e-movable" : "" }

  private func move(_ row: Node, _ move: Move, in list: ContainerModel) {
    guard canMove(row), let place = place(for: move, of: row, in: list), mayStand(row, place.list, place.index) else {
      return
    }
    guard list.carryOut(moveOf: row, to: place.index, in: place.list) else { return }
    row.send(Self.didMove, row.address)
  }

  /// Returns the target container and the row's index among its children; nil if the place does not exist.
  private func place(for move: Move, of row: Node, in list: ContainerModel) -> (list: ContainerModel, index: Int)? {
    if let step = move.by { return place(step, from: row, in: list) }
    let sections = sections(around: list)
    guard let target = move.into.map({ key in sections.first { $0.key == key } }) ?? list else { return nil }
    let others = target.children.filter { $0 !== row }
    guard let key = move.before else { return (target, others.count) }
    return others.firstIndex { $0.key == key }.map { (target, $0) }
  }

  private func place(_ step: Int, from row: Node, in list: ContainerModel) -> (ContainerModel, Int)? {
    // A step counts only the rows that viewers see.
    let rows = list.children.filter { !$0.isHidden }
    guard step != 0, let position = rows.firstIndex(where: { $0 === row }) else { return nil }
    let wanted = position &+ step
    if rows.indices.contains(wanted) { return list.children.firstIndex { $0 === rows[wanted] }.map { (list, $0) } }
    let sections = sections(around: list)
    guard let number = sections.firstIndex(where: { $0 === list }) else { return nil }
    let next = number + (step > 0 ? 1 : -1)
    guard sections.indices.contains(next) else { return nil }
    return (sections[next], step > 0 ? 0 : sections[next].children.count)
  }

  /// The containers that a row may move between, in order.
  private func sections(around list: ContainerModel) -> [ContainerModel] {
    guard reach == .sections, let parent = list.parent else { return [list] }
    return parent.children.compactMap { $0 as? ContainerModel }.filter { $0.plugin(Reordering.self) === self }
  }
}
