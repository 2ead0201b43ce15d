/// A plugin that lets people delete, insert and move rows while editing is on.
///
/// ```swift
/// let editing = Editing()
/// override func didLoad() {
///   header = .editButton
///   children.source = .editing(plants)
///   add(editing)
///   on(Editing.insert) { list in list.plants.append(Plant(id: list.nextID)) }
/// }
/// ```
///
/// What people may do with a row is up to its content; see ``RowTraits``. Whether editing is on is shared with all
/// nodes below as ``state``, and given to the sources of the containers, so that ``Source/editing(_:behind:)`` shows its extra
/// rows. A row that stores it takes it along in its links, so that the page of the row begins in the same way:
///
/// ```swift
/// struct Contact: EditableRow, Identifiable {
///   let id: Int
///   var name: String
///   var isEditing = false
///   var html: HTML { "<a href=\"\(PersonURL(id: id, editing: isEditing))\">\(name)</a>" }
/// }
/// final class PersonPage: ContainerModel {
///   init(_ url: PersonURL) { super.init(); add(Editing(isOn: url.editing)) }
/// }
/// ```
///
/// Deleting removes the row from the container's source, or from the container if it has no source; then the plugin sends
/// ``didDelete``. Moves work as with ``Reordering``. Inserting is up to the page: handle ``insert``. A source of your own
/// carries out edits in ``Source/carryOut(_:)``.
///
/// An edit while editing is off, and one that the row does not allow, is refused with the reason; nothing changes. Cost
/// of switching: only rows with tools are rendered.
public final class Editing: Plugin {
  /// Whether the rows are being edited.
  public static let state = SharedData<Bool>("editing")
  /// Switches editing on or off. See ``Node/editButton``.
  public static let edit = Event<Bool>("edit")
  /// Sent by the list when a person has switched editing on.
  public static let began = Event<NoData>("editingBegan")
  /// Sent by the list when a person has switched editing off.
  public static let ended = Event<NoData>("editingEnded")
  /// The event of the tool that deletes a row.
  public static let delete = Event<NoData>("deleteRow")
  /// The event of the tool that inserts something. ``ContainerModel/Children/sender`` is the row.
  public static let insert = Event<NoData>("insertRow").once()
  /// Sent after a person deleted a row. The data is the row's former address.
  public static let didDelete = Event<String>("didDelete")

  /// An object that the plugin for moves can read.
  private final class Switch {
    var isOn = false
  }

  private let current = Switch()
  private let mover: Reordering
  /// Deletes a row; nil if its source or its container does. Returns false if the container that it needs is not above
  /// the row.
  private let remove: ((Node) -> Bool)?
  private var lists: [() -> ContainerModel?] = []

  /// Editing that is off unless told otherwise, with rows that may move as far as `reach` says.
  public init(isOn: Bool = false, moving reach: Reordering.Reach = .list) {
    mover = Reordering(reach, canMove: { [current] in current.isOn && RowEdits(of: $0).canMove })
    remove = nil
    current.isOn = isOn
  }

  /// Editing of rows that the page deletes itself, for example because they are those of a database or because a
  /// question comes first. `delete` runs with the nearest container of a type, starting with the row's own, and nothing
  /// sends ``didDelete``. If there is no such container, a press reports a diagnostic.
  public init<List: ContainerModel>(
    isOn: Bool = false, moving reach: Reordering.Reach = .list, deletingIn type: List.Type,
    _ delete: @escaping (List, Node) -> Void
  ) {
    mover = Reordering(reach, canMove: { [current] in current.isOn && RowEdits(of: $0).canMove })
    remove = { row in
      for case let list as List in row.containersAbove {
        delete(list, row)
        return true
      }
      return false
    }
    current.isOn = isOn
  }

  /// Whether editing is on. Setting it again to the same value does nothing.
  public var isOn: Bool {
    get { current.isOn }
    set {
      guard newValue != current.isOn else { return }
      current.isOn = newValue
      for list in lists { list().map(update) }
    }
  }

  private func update(_ list: ContainerModel) {
    // A section has what the container around it shares.
    if !Plugin.isSection(list) { list.share(isOn, to: Self.state) }
    list.children.isEditing = isOn
    for row in list.children where RowEdits(of: row).areAny { setNeedsTools(of: row) }
  }

  /// Answers the edits of this container's rows.
  public override func begin(in list: ContainerModel) {
    lists.removeAll { $0() == nil }
    lists.append { [weak list] in list }
    list.on(Self.edit) { [unowned self] list, isWanted in
      guard isWanted != isOn else { return }
      isOn = isWanted
      list.send(isWanted ? Self.began : Self.ended)
    }
    list.on(Self.delete) { [unowned self] list in list.children.sender.map { delete($0, in: list) } }
    if list.children.plugin(Reordering.self) == nil { list.add(mover) }
    update(list)
    addToSections(of: list)
  }

  /// Ends editing in a container that does not have the plugin any more.
  public override func end(in list: ContainerModel) {
    lists.removeAll { $0() == nil || $0() === list }
    removeFromSections(of: list)
    list.remove(mover)
    if !Plugin.isSection(list) { list.share(false, to: Self.state) }
    list.children.isEditing = false
  }

  /// The button that deletes the row or inserts something.
  public override func tools(for row: Node, named name: String) -> HTML {
    guard isOn else { return HTML() }
    let edits = RowEdits(of: row)
    if edits.canInsert { return "<button class=\"e-insert e-tools\" \(Self.insert) aria-label=\"\(name)\"></button>" }
    guard edits.canDelete else { return HTML() }
    let label = row.pageLanguage.words.text(.deleteRow, ["name": name])
    return "<button class=\"e-remove e-tools\" \(Self.delete) aria-label=\"\(label)\"></button>"
  }

  /// `e-edited` for rows with a tool, while editing is on.
  public override func classes(of row: Node) -> String {
    guard isOn else { return "" }
    let edits = RowEdits(of: row)
    return edits.canInsert || edits.canDelete ? "e-edited" : ""
  }

  /// Gives new sections of a source the plugin too, and tells new rows that editing is on.
  public override func rowsChanged(in list: ContainerModel) {
    addToSections(of: list)
    if isOn { list.children.isEditing = true }
  }

  private func delete(_ row: Node, in list: ContainerModel) {
    if let remove {
      if remove(row) { return }
      return report("needs a container to delete its rows that is not above them", at: list)
    }
    let address = row.address
    guard list.children.carryOut(deletionOf: row) else {
      let source = (list.children.source ?? list.parent?.children.source).map { "\(type(of: $0))" } ?? "this list"
      return report(
        "cannot delete a row of \(source); override carryOut there, or handle Editing.delete instead of the plugin",
        at: list)
    }
    list.send(Self.didDelete, address)
  }

  /// Deleting, inserting and moving.
  public override var events: [EventDescriptor] { [Self.delete.name, Self.insert.name, Reordering.move.name] }

  /// Refuses each edit while editing is off, and then those that the row does not allow.
  public override func refusal(of event: AnyEvent, at row: Node) -> EventRefusal? {
    let isMove = event.name == Reordering.move.name
    // Another plugin of the page may move the rows also while editing is off.
    if isMove, row.parent?.children.plugin(Reordering.self) !== mover { return nil }
    guard isOn else { return .event("editing is off; switch it on first") }
    let edits = RowEdits(of: row)
    if isMove { return edits.canMove ? nil : .event("this row cannot be moved; \(edits.description)") }
    if event.name == Self.insert.name {
      return edits.canInsert ? nil : .event("nothing can be inserted at this row; \(edits.description)")
    }
    return edits.canDelete ? nil : .event("this row cannot be deleted; \(edits.description)")
  }
}
