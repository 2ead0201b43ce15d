/// One element of a list that is set as a value: a row, or a section with its own rows.
///
/// `ListBuilder` makes it. You need its name only in functions that return a part of a list.
public struct ListElement: Sendable {
  let value: any ListElementValue

  /// An element of any kind.
  init(_ value: some ListElementValue) { self.value = value }

  /// A row. Its `id` identifies it; `==` tells whether it changed.
  public init(_ row: some Content & Identifiable) { value = IdentifiedRow(content: row) }

  /// A row with a node of its own, which the closure makes once. See ``ContainerModel/set(rows:animations:node:update:)``.
  public init<Row: Content & Identifiable, Model: Node>(
    _ row: Row, node: @escaping @Sendable (Row) -> Model, update: (@Sendable (Model, Row) -> Void)? = nil
  ) {
    value = NodeRow(row: row, make: node, update: update)
  }

  /// A cell without an id. Its position among the cells of its type identifies it: the first, the second, and so on.
  init(_ content: some Content) { value = Row(content: content) }

  /// A section.
  public init(_ section: ListSection) { value = section }
}

/// What a list needs of an element: to find the node that shows it, to update that node, and to make a new one.
protocol ListElementValue: Sendable {
  /// The type and the identity as text; equal identities have equal texts.
  var identity: RowIdentity { get }
  /// Whether the node shows this element, with its current content or an earlier one.
  func isShown(by node: Node) -> Bool
  /// Makes a node for it.
  func makeNode() -> Node
  /// Gives the node the current content.
  func update(_ node: Node)
  /// The element as a section; nil for a row.
  var section: ListSection? { get }
  /// The row's content; nil for a section.
  var rowContent: (any Content)? { get }
}

extension ListElementValue {
  var section: ListSection? { nil }
  var rowContent: (any Content)? { nil }
}

/// The identity that an element shares with the node that shows it.
struct RowIdentity: Hashable {
  let type: ObjectIdentifier
  let id: String?

  init(_ type: Any.Type, _ id: String?) {
    self.type = ObjectIdentifier(type)
    self.id = id
  }
}

struct IdentifiedRow<C: Content & Identifiable>: ListElementValue {
  let content: C
  var identity: RowIdentity { RowIdentity(C.self, content.key) }
  var rowContent: (any Content)? { content }
  func isShown(by node: Node) -> Bool {
    guard let cell = node as? CellModel<C> else { return false }
    return cell.content.id == content.id
  }
  func makeNode() -> Node { CellModel(content) }
  func update(_ node: Node) { (node as? CellModel<C>)?.content = content }
}

private struct Row<C: Content>: ListElementValue {
  let content: C
  var identity: RowIdentity { RowIdentity(C.self, content.key) }
  var rowContent: (any Content)? { content }
  func isShown(by node: Node) -> Bool {
    guard let cell = node as? CellModel<C> else { return false }
    return cell.identity == content.key && cell.isNamed(like: content)
  }
  func makeNode() -> Node { CellModel(content) }
  func update(_ node: Node) { (node as? CellModel<C>)?.content = content }
}

extension ListSection: ListElementValue {
  var identity: RowIdentity { RowIdentity(SectionModel.wireType, id) }
  func isShown(by node: Node) -> Bool { node is SectionModel && node.id == id }
  func makeNode() -> Node { SectionModel(id: id) }
  func update(_ node: Node) {}
  var section: ListSection? { self }
}

/// The node of a section that is set as a value.
final class SectionModel: ContainerModel {
  /// Its name is the node's name on the wire.
  private enum Section {}
  static let wireType: Any.Type = Section.self

  override var namedType: Any.Type { Self.wireType }
}
