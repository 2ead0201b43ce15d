/// A plugin by which people put the rows of a container into another order.
///
/// ```swift
/// override func didLoad() {
///   add(Reordering())
///   on(Reordering.didMove) { list, _ in list.order = list.children.map(\.key) }
/// }
/// ```
///
/// A row is moved by its handle, with a pointer or with the keyboard, by a mouse that pulls it, by a long press on it, and by two
/// buttons, which are all there is without JavaScript. The tree itself is changed: what is listed later keeps the order, if it is not a value that says
/// otherwise. Added to several sections of one container, the plugin lets rows go from one into another. Cost: one move.
public final class Reordering: Plugin {
  /// How far rows may go.
  public enum Reach: String, Sendable {
    /// Within their container.
    case list
    /// Into the sections beside it that have the plugin too.
    case sections
  }

  /// Where a row wants to go. Nothing said: to the end.
  package struct Move: Codable, Hashable, Sendable {
    /// So many rows down, or up where it is negative; past an end, into the next section.
    package var by: Int?
    /// The key of the row before which it is to stand.
    package var before: String?
    /// The key of the section that it is to stand in, if it is another one.
    package var into: String?

    /// Names a place.
    package init(by: Int? = nil, before: String? = nil, into: String? = nil) {
      self.by = by
      self.before = before
      self.into = into
    }
  }

  /// What a row's tools send.
  package static let move = Event<Move>("move")
  /// A person has moved the row that has this address now.
  public static let didMove = Event<String>("didMove")

  private let reach: Reach
  private let canMove: (Node) -> Bool
  private let mayStand: (Node, ContainerModel, Int) -> Bool

  /// Rows of which `canMove` says no have no handle; it is asked when a row is rendered. `mayStand` may refuse a place: the row
  /// that would become the child of this number; in the browser it goes back.
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

  /// The handle, and the buttons for one step.
  public func tools(for row: Node, named name: String) -> HTML {
    guard canMove(row) else { return HTML() }
    return """
      <span class="e-mover"><button type="button" class="e-handle" data-move="\(reach.rawValue)" data-name="\(name)" \
      aria-label="Move \(name)" \
      title="Space lifts it, arrow keys move it"></button>\
      <button class="e-step e-up" \(Self.move, sends: Move(by: -1)) aria-label="Move \(name) up"></button>\
      <button class="e-step e-down" \(Self.move, sends: Move(by: 1)) aria-label="Move \(name) down"></button></span>
      """
  }

  /// `e-movable`.
  public func classes(of row: Node) -> String { canMove(row) ? "e-movable" : "" }

  private func move(_ row: Node, _ move: Move, in list: ContainerModel) {
    guard canMove(row), let place = place(for: move, of: row, in: list), mayStand(row, place.list, place.index) else {
      return
    }
    if place.list === list {
      list.move(row, to: place.index)
    } else {
      place.list.insert(row, at: place.index)
      if row.parent !== place.list { return }
    }
    row.send(Self.didMove, row.address)
  }

  /// The container, and which of its children the row becomes; nil where there is no such place.
  private func place(for move: Move, of row: Node, in list: ContainerModel) -> (list: ContainerModel, index: Int)? {
    if let step = move.by { return place(step, from: row, in: list) }
    let sections = sections(around: list)
    guard let target = move.into.map({ key in sections.first { $0.key == key } }) ?? list else { return nil }
    let others = target.children.filter { $0 !== row }
    guard let key = move.before else { return (target, others.count) }
    return others.firstIndex { $0.key == key }.map { (target, $0) }
  }

  private func place(_ step: Int, from row: Node, in list: ContainerModel) -> (ContainerModel, Int)? {
    // Nobody sees how many hidden rows there are.
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

  /// The containers between which a row may go, in order.
  private func sections(around list: ContainerModel) -> [ContainerModel] {
    guard reach == .sections, let parent = list.parent else { return [list] }
    return parent.children.compactMap { $0 as? ContainerModel }.filter { section in
      section.plugins.contains { $0 === self }
    }
  }
}
