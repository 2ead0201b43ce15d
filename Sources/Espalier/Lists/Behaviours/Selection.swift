/// A plugin that lets people select rows of a container: one, several, or each for a moment only.
///
/// ```swift
/// let selection = Selection(.single)
/// override func didLoad() {
///   add(selection)
///   persist(\.selection.selected, as: "selected")           // optional: survives restarts
///   on(Selection.didSelect) { $0.open($1) }
/// }
/// ```
///
/// A button covers each row and selects it; the row's own controls are above the button. A second press deselects the
/// row. The selection follows a row to any container that has this plugin. It stays when you set the list again with
/// the same ids, and ends when its row is removed. Sections of the container's source have the plugin too. Cost: only
/// rows whose selection changes are rendered.
public final class Selection: Plugin {
  /// How many rows may be selected at a time.
  public enum Mode: String, Codable, Sendable, CaseIterable {
    /// No row stays selected: a pressed row is selected and deselected at once.
    case momentary
    /// One row: selecting another row deselects it.
    case single
    /// Any number of rows.
    case multiple
  }

  /// The event of a row's button. The data says whether to select or deselect the row.
  public static let select = Event<Bool>("select")
  /// Sent after a person selected a row. The data is the row's address.
  public static let didSelect = Event<String>("didSelect")
  /// Sent after a person deselected a row, or selected another row instead. The data is the row's address.
  public static let didDeselect = Event<String>("didDeselect")
  /// Sent before ``didSelect`` when a person selects a row and none was selected.
  public static let began = Event<NoData>("selectionBegan")
  /// Sent after ``didDeselect`` when a person has deselected the last row.
  public static let ended = Event<NoData>("selectionEnded")
  /// The addresses of the selected rows. Every container with the plugin shares them.
  public static let state = SharedData<[String]>("selection")

  /// How many rows may be selected. A change to `single` keeps only the row that was selected last; a change to
  /// `momentary` deselects all rows.
  public var mode: Mode {
    didSet { if mode != oldValue { refit() } }
  }
  /// Whether viewers' windows scroll to a selected row that moves, until it is in the middle. A row that only makes room
  /// for new rows does not move.
  public var followsMoves = false
  private let canSelect: (Node) -> Bool
  private var rows = SelectedRows()
  private var lists: [() -> ContainerModel?] = []

  /// A selection with a mode. A row has a button only if `canSelect` returns true; it is called when the row is
  /// rendered.
  public init(
    _ mode: Mode = .single, followsMoves: Bool = false, canSelect: @escaping (Node) -> Bool = { _ in true }
  ) {
    self.mode = mode
    self.followsMoves = followsMoves
    self.canSelect = { !Plugin.isSection($0) && canSelect($0) }
  }

  /// The addresses of the selected rows, in the order of their selection. You may set addresses of rows that do not
  /// exist yet.
  public var selected: [String] {
    get { rows.addresses }
    set {
      guard newValue != rows.addresses else { return }
      let lists = lists.compactMap { $0() }
      change { rows = SelectedRows(at: newValue, in: lists) }
    }
  }

  /// The selected rows, in the order of their selection.
  public var nodes: [Node] { rows.nodes }

  /// Whether a row is selected.
  public func isSelected(_ row: Node) -> Bool { rows.contains(row) }

  /// Selects a row, like a press but without an event.
  public func select(_ row: Node) {
    guard serves(row), !isSelected(row) else { return }
    change {
      if mode == .single { rows = SelectedRows() }
      if mode != .momentary { rows.append(row) }
    }
  }

  /// Deselects a row, without an event.
  public func deselect(_ row: Node) { change { rows.remove(row) } }

  /// Answers the presses on this container's rows.
  public override func begin(in list: ContainerModel) {
    lists.removeAll { $0() == nil }
    lists.append { [weak list] in list }
    list.share(selected, to: Self.state)
    list.on(Self.select) { [unowned self] list, isWanted in
      if let row = list.children.sender { press(row, isWanted) }
    }
    addToSections(of: list)
  }

  /// Deselects the rows of a container that does not have the plugin any more.
  public override func end(in list: ContainerModel) {
    lists.removeAll { $0() == nil || $0() === list }
    removeFromSections(of: list)
    change { rows.follow(in: lists.compactMap { $0() }) }
    list.share([], to: Self.state)
  }

  /// The button that covers the row.
  public override func tools(for row: Node, named name: String) -> HTML {
    guard canSelect(row) else { return HTML() }
    let isSelected = isSelected(row)
    let spoken = row.traits
    let label = [name, spoken.value].compactMap(\.self).joined(separator: ", ")
    switch (mode == .momentary, spoken.hint) {
    case (true, nil):
      return "<button class=\"e-select\" \(Self.select, sends: true) aria-label=\"\(label)\"></button>"
    case (true, let hint?):
      return """
        <button class="e-select" \(Self.select, sends: true) aria-label="\(label)" title="\(hint)"></button>
        """
    case (false, nil):
      return """
        <button class="e-select" \(Self.select, sends: !isSelected) aria-pressed="\(isSelected)" \
        aria-label="\(label)"></button>
        """
    case (false, let hint?):
      return """
        <button class="e-select" \(Self.select, sends: !isSelected) aria-pressed="\(isSelected)" \
        aria-label="\(label)" title="\(hint)"></button>
        """
    }
  }

  /// `e-selectable` for rows that can be selected, and `e-selected` for selected rows.
  public override func classes(of row: Node) -> String {
    guard canSelect(row) else { return "" }
    return isSelected(row) ? "e-selectable e-selected" : "e-selectable"
  }

  /// Updates the selection to the new places of the selected rows.
  public override func rowsChanged(in list: ContainerModel) {
    addToSections(of: list)
    change { rows.follow(in: lists.compactMap { $0() }) }
  }

  /// Handles a person's press on a row, and sends the events for its result.
  private func press(_ row: Node, _ isWanted: Bool) {
    guard isWanted != isSelected(row) else { return }
    let others = mode == .single && isWanted ? nodes : []
    let wasEmpty = rows.addresses.isEmpty
    if isWanted { select(row) } else { deselect(row) }
    if wasEmpty, !rows.addresses.isEmpty { row.send(Self.began) }
    for other in others { other.send(Self.didDeselect, other.address) }
    row.send(isWanted ? Self.didSelect : Self.didDeselect, row.address)
    if mode == .momentary { row.send(Self.didDeselect, row.address) }
    if !wasEmpty, rows.addresses.isEmpty { row.send(Self.ended) }
  }

  private func serves(_ row: Node) -> Bool {
    Plugin.isRow(row) && row.parent?.children.plugin(Selection.self) === self && canSelect(row)
  }

  private func refit() {
    change {
      switch mode {
      case .momentary: rows = SelectedRows()
      case .single: if let last = nodes.last { rows = SelectedRows(of: last) }
      case .multiple: break
      }
    }
    // The rows' buttons differ between the modes.
    for list in lists.compactMap({ $0() }) { for row in list.children { setNeedsTools(of: row) } }
  }

  /// Changes the selection, re-renders the rows whose selection changed, and shares the new selection.
  private func change(_ change: () -> Void) {
    let old = rows
    change()
    guard rows.addresses != old.addresses || rows.nodes.count != old.nodes.count else { return }
    for row in old.nodes where !rows.contains(row) { setNeedsTools(of: row) }
    for row in rows.nodes where !old.contains(row) { setNeedsTools(of: row) }
    for list in lists { list()?.share(rows.addresses, to: Self.state) }
  }
}
