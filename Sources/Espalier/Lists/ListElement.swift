/// One element of a list that is set as a value: a row, or a section with rows of its own.
///
/// Made by `ListBuilder`; there is no need to name it but in functions that return a part of a list.
public struct ListElement: Sendable {
  let value: any ListElementValue

  /// A row. Its `id` says which it is, equality whether it changed.
  public init(_ row: some Content & Identifiable) { value = IdentifiedRow(content: row) }

  /// A cell without an identity of its own: the first of its type, the second, and so on.
  public init(_ content: some Content) { value = Row(content: content) }

  /// A section.
  public init(_ section: Section) { value = section }
}

/// What a list needs to know of an element: which node shows it, how that is brought up to date, how it is made.
protocol ListElementValue: Sendable {
  /// The type and the identity as text; equal identities have equal texts.
  var identity: RowIdentity { get }
  /// Whether the node is the one that shows this element, as it was or as it is.
  func isShown(by node: Node) -> Bool
  /// Makes a node for it.
  func makeNode() -> Node
  /// Gives the node the value as it is now.
  func update(_ node: Node)
}

/// What an element and the node that shows it have in common.
struct RowIdentity: Hashable {
  let type: ObjectIdentifier
  let id: String?

  init(_ type: Any.Type, _ id: String?) {
    self.type = ObjectIdentifier(type)
    self.id = id
  }
}

private struct IdentifiedRow<C: Content & Identifiable>: ListElementValue {
  let content: C
  var identity: RowIdentity { RowIdentity(C.self, content.key) }
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
  func isShown(by node: Node) -> Bool {
    guard let cell = node as? CellModel<C> else { return false }
    return cell.identity == content.key && cell.isNamed(like: content)
  }
  func makeNode() -> Node { CellModel(content) }
  func update(_ node: Node) { (node as? CellModel<C>)?.content = content }
}

extension Section: ListElementValue {
  var identity: RowIdentity { RowIdentity(Section.self, id) }
  func isShown(by node: Node) -> Bool { node is SectionModel && node.id == id }
  func makeNode() -> Node { SectionModel(id: id) }
  func update(_ node: Node) {}
}

/// The node of a section that is set as a value.
final class SectionModel: ContainerModel {
  override var namedType: Any.Type { Section.self }
}
