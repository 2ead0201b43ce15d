/// Links a node to the row for which a closure has made it.
final class MadeRow: NodeFeature {
  /// The type and the id of the row.
  private var identity: RowIdentity?
  private var origin: NodeOrigin?
  /// The value of the row that the node was given last.
  private var row: Any?
  override var rowValue: Any? { row }
  /// Called when the node has left its list, and is in no other.
  var onLeave: ((Node) -> Void)?
}

/// Where a node of a row comes from. A node from elsewhere does not show the row.
enum NodeOrigin: Equatable, Sendable {
  /// A closure that makes nodes of a type.
  case type(ObjectIdentifier)
  /// A source that has this mark.
  case source(Mark)

  final class Mark: Sendable, Equatable {
    static func == (one: Mark, other: Mark) -> Bool { one === other }
  }
}

/// Makes the node of one row, and gives it the row's other values.
struct NodeMaker {
  let origin: NodeOrigin
  let make: () -> Node
  let update: (Node) -> Void
}

extension MadeRow {
  /// Makes the node of a row.
  static func make<Row: Identifiable & Equatable>(
    _ row: Row, from origin: NodeOrigin, _ node: (Row) -> some Node
  ) -> Node {
    let node = node(row)
    let made = node.feature(MadeRow.self)
    (made.identity, made.origin, made.row) = (RowIdentity(of: row), origin, row)
    if node.id == nil { node.id = made.identity?.id }
    return node
  }

  /// Gives a node another value of its row, unless it is equal. Without `update` it becomes the content of the cell.
  static func show<Row: Equatable, Model: Node>(_ row: Row, in node: Node, update: ((Model, Row) -> Void)?) {
    guard let made = node.existing(MadeRow.self), made.row as? Row != row else { return }
    made.row = row
    if let update, let model = node as? Model { return update(model, row) }
    guard let cell = node.asCell, cell.anyContent is Row, let content = row as? any Content else {
      return node.report { .staleRow("\(type(of: $0))", address: $0.address) }
    }
    cell.changeContent { $0 = content }
  }

  /// Whether a node was made for a row, and by whom.
  static func isNode(_ node: Node, of row: RowIdentity, from origin: NodeOrigin) -> Bool {
    guard let made = node.existing(MadeRow.self) else { return false }
    return made.origin == origin && made.identity == row
  }

  /// The row for which a node was made; nil if it shows a content.
  static func identity(of node: Node) -> RowIdentity? { node.existing(MadeRow.self)?.identity }
}

extension RowIdentity {
  /// The type and the id of a row.
  init<Row: Identifiable>(of row: Row) {
    let type = (Row.self as? any PlainRowType.Type)?.valueType ?? Row.self
    self.init(type, (row as? any Content)?.key ?? text(of: row.id))
  }
}

/// A row with a node that a closure makes.
struct NodeRow<Row: Content & Identifiable, Model: Node>: ListElementValue {
  let row: Row
  let make: @Sendable (Row) -> Model
  let update: (@Sendable (Model, Row) -> Void)?

  private var origin: NodeOrigin { .type(ObjectIdentifier(Model.self)) }
  var identity: RowIdentity { RowIdentity(of: row) }
  var rowContent: (any Content)? { row }
  func isShown(by node: Node) -> Bool { MadeRow.isNode(node, of: identity, from: origin) }
  func makeNode() -> Node { MadeRow.make(row, from: origin, make) }
  func update(_ node: Node) { MadeRow.show(row, in: node, update: update) }
}

extension ListPlan {
  /// Compares a container with rows that have nodes of their own.
  mutating func compare<Row: Identifiable & Equatable, Model: Node>(
    _ container: ContainerModel, with rows: [Row], _ node: (Row) -> Model, update: ((Model, Row) -> Void)?
  ) {
    container.order?.isPaused = true
    let (old, origin) = (container.childNodes, NodeOrigin.type(ObjectIdentifier(Model.self)))
    let (former, identities) = (old.map(MadeRow.identity), rows.map { RowIdentity(of: $0) })
    let places = RowMatching.places(
      of: rows.count, in: old.count, isSame: { MadeRow.isNode(old[$0], of: identities[$1], from: origin) },
      hashOfOld: { former[$0].hashValue }, hashOfNew: { Optional(identities[$0]).hashValue })
    let number = add(container, places)
    // The rows of sections that go may be among the new ones.
    if lists[number].unwanted.contains(where: { $0 is SectionModel }) { setAside(lists[number].unwanted) }
    for (index, row) in rows.enumerated() {
      let show = { MadeRow.show(row, in: $0, update: update) }
      let isNode = { MadeRow.isNode($0, of: identities[index], from: origin) }
      if places[index] >= 0 {
        updates.append((old[Int(places[index])], show))
      } else if let spare = takeSpare(identities[index], isNode) {
        lists[number].children[index] = spare
        updates.append((spare, show))
      } else {
        put(MadeRow.make(row, from: origin, node), into: number, at: index)
      }
    }
  }
}
