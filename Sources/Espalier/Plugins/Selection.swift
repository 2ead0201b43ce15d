/// A plugin by which the rows of a container are selected: one or several of them, or each for a moment only.
///
/// ```swift
/// let selection = Selection(.single)
/// override func didLoad() {
///   add(selection)
///   keep(\.selection.selected, as: "selected")           // over restarts, if wished
///   on(Selection.didSelect) { $0.open($1) }
/// }
/// ```
///
/// A row is selected by a button that covers it; the row's own controls stand above that. Pressed again it is not any more. The
/// selection follows a row wherever it moves within the containers that the plugin was added to, stays when the list is made
/// anew with the same ids, and goes with its row. Cost: the rows that change are rendered.
public final class Selection: Plugin {
  /// How many rows may be selected at a time.
  public enum Mode: String, Codable, Sendable, CaseIterable {
    /// None: a row that is pressed is selected and at once deselected.
    case momentary
    /// One: another one takes its place.
    case single
    /// Any number.
    case multiple
  }

  /// What a row's button sends: whether it is to be selected.
  public static let select = Event<Bool>("select")
  /// A person has selected the row with this address.
  public static let didSelect = Event<String>("didSelect")
  /// A person has deselected the row with this address, or selected another one instead.
  public static let didDeselect = Event<String>("didDeselect")
  /// The addresses of the selected rows: shared by every container with the plugin.
  public static let state = SharedData<[String]>("selection")

  /// How many rows may be selected. In another mode what it does not allow is deselected, the latest last.
  public var mode: Mode {
    didSet { if mode != oldValue { refit() } }
  }
  private let canSelect: (Node) -> Bool
  private var rows = SelectedRows()
  private var lists: [() -> ContainerModel?] = []

  /// A selection of a mode. Rows of which `canSelect` says no have no button; it is asked when a row is rendered.
  public init(_ mode: Mode = .single, canSelect: @escaping (Node) -> Bool = { _ in true }) {
    self.mode = mode
    self.canSelect = canSelect
  }

  /// The addresses of the selected rows, in the order in which they were selected. Rows that are yet to come may be set.
  public var selected: [String] {
    get { rows.addresses }
    set {
      guard newValue != rows.addresses else { return }
      let lists = lists.compactMap { $0() }
      change { rows = SelectedRows(at: newValue, in: lists) }
    }
  }

  /// The selected rows, in the order in which they were selected.
  public var nodes: [Node] { rows.nodes }

  /// Whether a row is selected.
  public func isSelected(_ row: Node) -> Bool { rows.contains(row) }

  /// Selects a row, as if it had been pressed, but without an event.
  public func select(_ row: Node) {
    guard serves(row), !isSelected(row) else { return }
    change {
      if mode == .single { rows = SelectedRows() }
      if mode != .momentary { rows.append(row) }
    }
  }

  /// Deselects a row, without an event.
  public func deselect(_ row: Node) { change { rows.remove(row) } }

  /// Deselects all rows, without an event.
  public func deselectAll() { change { rows = SelectedRows() } }

  /// Answers the presses of this container's rows.
  public func begin(in list: ContainerModel) {
    lists.append { [weak list] in list }
    list.share(selected, to: Self.state)
    list.on(Self.select) { [unowned self] list, isWanted in
      if let row = list.sendingRow { press(row, isWanted) }
    }
  }

  /// The button that covers the row.
  public func tools(for row: Node, named name: String) -> HTML {
    guard canSelect(row) else { return HTML() }
    let isSelected = isSelected(row)
    if mode == .momentary {
      return "<button class=\"e-select\" \(Self.select, sends: true) aria-label=\"\(name)\"></button>"
    }
    return """
      <button class="e-select" \(Self.select, sends: !isSelected) aria-pressed="\(isSelected)" aria-label="\(name)"></button>
      """
  }

  /// `e-selectable`, and `e-selected`.
  public func classes(of row: Node) -> String {
    guard canSelect(row) else { return "" }
    return isSelected(row) ? "e-selectable e-selected" : "e-selectable"
  }

  /// Follows the selected rows to where they are now.
  public func rowsChanged(in list: ContainerModel) {
    change { rows.follow(in: lists.compactMap { $0() }) }
  }

  /// A person pressed a row: the hooks are told what came of it.
  private func press(_ row: Node, _ isWanted: Bool) {
    guard isWanted != isSelected(row) else { return }
    let others = mode == .single && isWanted ? nodes : []
    if isWanted { select(row) } else { deselect(row) }
    for other in others { other.send(Self.didDeselect, other.address) }
    row.send(isWanted ? Self.didSelect : Self.didDeselect, row.address)
    if mode == .momentary { row.send(Self.didDeselect, row.address) }
  }

  private func serves(_ row: Node) -> Bool {
    row.slot == .row && row.parent?.plugins.contains { $0 === self } == true && canSelect(row)
  }

  private func refit() {
    change {
      switch mode {
      case .momentary: rows = SelectedRows()
      case .single: if let last = nodes.last { rows = SelectedRows(of: last) }
      case .multiple: break
      }
    }
    // Its button is another one.
    for list in lists.compactMap({ $0() }) { for row in list.children { row.setNeedsTools() } }
  }

  /// Renders the rows of which it is another matter now, and tells who follows.
  private func change(_ change: () -> Void) {
    let old = rows
    change()
    guard rows.addresses != old.addresses || rows.nodes.count != old.nodes.count else { return }
    for row in old.nodes where !rows.contains(row) { row.setNeedsTools() }
    for row in rows.nodes where !old.contains(row) { row.setNeedsTools() }
    for list in lists { list()?.share(rows.addresses, to: Self.state) }
  }
}
