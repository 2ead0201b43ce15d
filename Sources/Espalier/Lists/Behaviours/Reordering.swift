/// A plugin that lets people change the order of a container's rows.
///
/// ```swift
/// override func didLoad() {
///   add(Reordering())
///   on(Reordering.didMove) { list, move in list.note("\(move.row) came from \(move.from.index)") }
/// }
/// ```
///
/// People move a row by its handle (pointer or keyboard), by dragging it with the mouse, by a long press on it, or by
/// its two buttons. Without JavaScript only the buttons work. A move changes the tree itself. The order stays until you
/// set a list with another order. If you add the plugin to several sections of one container, rows can move between
/// these sections. If the list also has a ``Selection`` and the dragged row is selected, all selected rows move together.
///
/// A place that does not exist is refused; the row goes back to its place. A single step past an end of the list changes
/// nothing. What a row itself allows is up to its content; see ``RowTraits``. Cost: one move.
public final class Reordering: Plugin {
  /// How far rows may go.
  public enum Reach: String, Sendable {
    /// Rows stay in their container.
    case list
    /// Rows may also move to the sections beside it that have this plugin.
    case sections
  }

  /// The event that a row's tools send.
  package static let move = Event<Move>("move")
  /// Sent after a person moved a row, once for each row.
  public static let didMove = Event<Moved>("didMove")

  let reach: Reach
  private let mayMove: (Node) -> Bool
  let mayStand: (Node, ContainerModel, Int) -> Bool
  private let label: (Node) -> String?

  /// A row has a handle only if `canMove` returns true; it is called when the row is rendered. `mayStand` gets the row,
  /// the target container and the row's index among its children; if it returns false, the row goes back to its old
  /// place. `label` gives the name that the tools have for screen readers; nil uses the row's text.
  public init(
    _ reach: Reach = .list, canMove: @escaping (Node) -> Bool = { _ in true },
    mayStand: @escaping (Node, ContainerModel, Int) -> Bool = { _, _, _ in true },
    label: @escaping (Node) -> String? = { _ in nil }
  ) {
    self.reach = reach
    mayMove = canMove
    self.mayStand = mayStand
    self.label = label
  }

  /// Whether people may move a row.
  func canMove(_ row: Node) -> Bool {
    mayMove(row) && row.traits.canMove ?? true
  }

  /// Answers the moves of this container's rows.
  public override func begin(in list: ContainerModel) {
    list.on(Self.move) { [unowned self] list, move in
      if let row = list.children.sender { self.move(row, move, in: list) }
    }
  }

  /// The handle, and the buttons that move the row by one place.
  public override func tools(for row: Node, named name: String) -> HTML {
    guard canMove(row) else { return HTML() }
    let words = row.pageLanguage.words
    let name = label(row) ?? name
    func text(_ text: Words.Text) -> String { words.text(text, ["name": name]) }
    return """
      <span class="e-mover"><button type="button" class="e-handle" data-move="\(reach.rawValue)" data-name="\(name)" \
      aria-label="\(text(.move))" title="\(words[.moveHelp])"></button>\
      <button class="e-step e-up" \(Self.move, sends: Move(by: -1)) aria-label="\(text(.moveUp))"></button>\
      <button class="e-step e-down" \(Self.move, sends: Move(by: 1)) aria-label="\(text(.moveDown))"></button></span>
      """
  }

  /// `e-drop` if rows may come from other sections.
  public override func classes(ofList list: ContainerModel) -> String { reach == .sections ? "e-drop" : "" }

  /// `e-movable`.
  public override func classes(of row: Node) -> String { canMove(row) ? "e-movable" : "" }

  /// The moves of rows.
  public override var events: [EventDescriptor] { [Self.move.name] }

  /// Refuses moves of rows that cannot move, and to places that do not exist.
  public override func refusal(of event: AnyEvent, at row: Node) -> EventRefusal? {
    guard let move = event.payload(of: Self.move), let list = row.parent, list.children.plugin(Reordering.self) === self
    else {
      return nil
    }
    if !canMove(row) { return .event("this row cannot be moved") }
    if move.by != nil, move != Move(by: move.by) { return .data("by", "must be the only field of a move") }
    if case .refused(let refusal) = target(of: move, for: row, in: list) { return refusal }
    return nil
  }
}
