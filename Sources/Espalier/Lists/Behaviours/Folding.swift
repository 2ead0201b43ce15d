/// A plugin that lets people fold rows: the rows below a folded row disappear, with everything below them.
///
/// ```swift
/// let folding = Folding()
/// override func didLoad() {
///   add(folding)
///   persist(\.folding.open, as: "open")           // optional: survives restarts
///   set { for bed in beds { ListSection(bed.id, header: BedTitle(name: bed.name)) { bed.plants } } }
///   on(Folding.didFold) { list, fold in list.note(fold.isOpen) }
/// }
/// ```
///
/// A row that people can fold is a container whose header has the trait `canFold`; its rows may be such containers too, to any
/// depth. The plugin adds itself to them. A new row is folded unless its content says otherwise. A row that folds also
/// folds the rows below it, so that they are folded when it is unfolded again. Rows that are folded keep their state, and
/// exports have them.
///
/// A button in the header shows the state and changes it. Without rows below, there is no button. With JavaScript, the
/// list is a tree: arrow keys go from row to row, fold and unfold. Cost of folding: the rows that appear or disappear.
public final class Folding: Plugin {
  /// The event of a row's button. The data says whether to unfold the row.
  public static let fold = Event<Bool>("fold")
  /// Sent after a person folded or unfolded a row.
  public static let didFold = Event<Fold>("didFold")

  /// What happened to a row.
  public struct Fold: Codable, Hashable, Sendable {
    /// The row's address.
    public let row: String
    /// Whether the row is unfolded now.
    public let isOpen: Bool
  }

  /// A container with the plugin.
  private struct Served {
    weak var container: ContainerModel?
    /// Whether the plugin has added itself, because the container is a row that people can fold.
    let isRow: Bool
  }

  /// The lists with the plugin, and the rows below that people can fold.
  private var served: [Served] = []
  /// Whether the plugin is adding itself to a row.
  private var isAdopting = false
  /// The addresses of rows that will be unfolded as soon as they exist.
  private var expected: Set<String> = []

  /// A plugin for one or several lists.
  public override init() {}

  /// The addresses of the unfolded rows, sorted. You may set addresses of rows that do not exist yet;
  /// an empty array folds all rows. Only rows that
  /// people can fold count.
  public var open: [String] {
    get { (rows.filter { !$0.children.isFolded }.map(\.address) + expected).sorted() }
    set {
      expected = Set(newValue)
      for row in rows { set(row, isOpen: expected.remove(row.address) != nil) }
    }
  }

  /// Whether a row is unfolded. False for rows that people cannot fold.
  public func isOpen(_ row: Node) -> Bool { foldable(row).map { !$0.children.isFolded } ?? false }

  /// Folds or unfolds a row, like a press but without an event.
  public func set(_ row: Node, isOpen: Bool) {
    guard let row = foldable(row), row.children.isFolded == isOpen else { return }
    if !isOpen { for inner in row.children { set(inner, isOpen: false) } }
    row.children.isFolded = !isOpen
    setNeedsTools(of: row)
  }

  /// Unfolds all rows, to any depth.
  public func openAll() { for row in rows { set(row, isOpen: true) } }

  /// Answers the presses in this container's rows, and serves the rows below.
  public override func begin(in list: ContainerModel) {
    served.removeAll { $0.container == nil }
    served.append(Served(container: list, isRow: isAdopting))
    list.on(Self.fold) { [unowned self] list, isOpen in
      guard let row = list.children.sender, isOpen != self.isOpen(row) else { return }
      set(row, isOpen: isOpen)
      row.send(Self.didFold, Fold(row: row.address, isOpen: isOpen))
    }
    adoptRows(of: list)
  }

  /// Unfolds the rows of a container that does not have the plugin any more.
  public override func end(in list: ContainerModel) {
    served.removeAll { $0.container == nil || $0.container === list }
    for case let row as ContainerModel in list.children where row.children.plugin(Folding.self) === self {
      row.children.isFolded = false
      row.remove(self)
    }
  }

  /// The button that folds and unfolds the row.
  public override func tools(for row: Node, named name: String) -> HTML {
    guard let container = foldable(row), canFold(container) else { return HTML() }
    let isOpen = !container.children.isFolded
    return """
      <button class="e-fold" \(Self.fold, sends: !isOpen) aria-expanded="\(isOpen)" aria-label="\(name)"></button>
      """
  }

  /// `e-foldable` for the headers of rows that people can fold.
  public override func classes(of row: Node) -> String { foldable(row).map(canFold) == true ? "e-foldable" : "" }

  /// `e-tree`.
  public override func classes(ofList list: ContainerModel) -> String { "e-tree" }

  /// Folding.
  public override var events: [EventDescriptor] { [Self.fold.name] }

  /// Refuses to fold a row without rows below.
  public override func refusal(of event: AnyEvent, at row: Node) -> EventRefusal? {
    guard row.parent?.children.plugin(Folding.self) === self else { return nil }
    guard let container = foldable(row) else { return .event("this row cannot be folded") }
    return canFold(container) ? nil : .event("this row has no rows to fold")
  }

  /// Serves new rows too. Unfolds a row that has moved to a list without the plugin, because nobody could unfold it.
  public override func rowsChanged(in list: ContainerModel) {
    if isRow(list), let parent = list.parent, parent.children.plugin(Folding.self) !== self {
      list.children.isFolded = false
      list.remove(self)
      parent.children.plugin(Folding.self)?.adoptRows(of: parent)
      return
    }
    adoptRows(of: list)
    if !expected.isEmpty { for row in rows where expected.remove(row.address) != nil { set(row, isOpen: true) } }
    // Its first row came, or its last row left.
    if foldable(list) != nil { setNeedsTools(of: list) }
  }

  /// Adds the plugin to the rows that people can fold, and folds those that are new.
  private func adoptRows(of list: ContainerModel) {
    for case let row as ContainerModel in list.children where row.children.plugin(Folding.self) == nil {
      let traits = row.traits
      guard traits.canFold != nil else { continue }
      row.children.isFolded = !(expected.remove(row.address) != nil || traits.isOpenAtStart == true)
      let wasAdopting = isAdopting
      isAdopting = true
      row.add(self)
      isAdopting = wasAdopting
    }
  }

  private func isRow(_ list: ContainerModel) -> Bool { served.contains { $0.container === list && $0.isRow } }

  /// All rows that people can fold, outer ones first.
  private var rows: [ContainerModel] {
    served.compactMap(\.container).filter { foldable($0) != nil && Plugin.isInPage($0) }
  }

  /// The row as a container that this plugin folds.
  private func foldable(_ row: Node) -> ContainerModel? {
    guard let row = row as? ContainerModel, row.children.plugin(Folding.self) === self,
      row.parent?.children.plugin(Folding.self) === self, row.traits.canFold != nil
    else { return nil }
    return row
  }

  private func canFold(_ row: ContainerModel) -> Bool {
    row.traits.canFold == true && row.children.contains { !$0.isHidden }
  }
}
