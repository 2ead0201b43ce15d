/// What a node shows that a closure has made for a row of a list.
final class MadeRow: NodeFeature {
  /// The type and the id of the row.
  private(set) var identity: RowIdentity?
  /// The row that the node was given last.
  private var row: Any?
  private var update: ((Node, Any) -> Void)?
  /// Called when the node has left its list.
  var left: ((Node) -> Void)?

  override func didLeave(_ container: ContainerModel, _ node: Node) { left?(node) }

  /// Gives the node another row, unless it is equal.
  func show(_ row: Any, in node: Node) { update?(node, row) }
}

extension MadeRow {
  /// Makes the node of a row, which is a row of its list from now on. Without `update` a cell gets a row with other values as
  /// its content.
  static func make<Row: Identifiable & Equatable, Model: Node>(
    _ row: Row, _ node: (Row) -> Model, update: ((Model, Row) -> Void)?
  ) -> Node {
    let model = node(row)
    let made = model.feature(MadeRow.self)
    made.identity = RowIdentity(of: row)
    made.row = row
    if model.id == nil { model.id = text(of: row.id) }
    made.update = { [unowned made] node, new in
      guard let new = new as? Row, made.row as? Row != new else { return }
      made.row = new
      if let update, let model = node as? Model { return update(model, new) }
      guard let cell = node.asCell, cell.anyContent is Row, let content = new as? any Content else {
        return node.report { .staleRow("\(Model.self)", address: $0.address) }
      }
      cell.changeContent { $0 = content }
    }
    return model
  }

  /// Whether a node was made for a row.
  static func isNode(_ node: Node, of row: some Identifiable) -> Bool {
    guard let identity = node.existing(MadeRow.self)?.identity else { return false }
    return identity == RowIdentity(of: row)
  }
}

extension RowIdentity {
  /// The type and the id of a row.
  init<Row: Identifiable>(of row: Row) {
    self.init((Row.self as? any PlainRowType.Type)?.valueType ?? Row.self, text(of: row.id))
  }
}

/// A row with a node that a closure makes.
struct NodeRow<Row: Content & Identifiable, Model: Node>: ListElementValue {
  let row: Row
  let make: @Sendable (Row) -> Model
  let update: (@Sendable (Model, Row) -> Void)?

  var identity: RowIdentity { RowIdentity(of: row) }
  var rowContent: (any Content)? { row }
  func isShown(by node: Node) -> Bool { MadeRow.isNode(node, of: row) }
  func makeNode() -> Node { MadeRow.make(row, make, update: update) }
  func update(_ node: Node) { node.existing(MadeRow.self)?.show(row, in: node) }
}

extension ListPlan {
  /// Compares a container with rows that have nodes of their own.
  mutating func compare<Row: Identifiable & Equatable, Model: Node>(
    _ container: ContainerModel, with rows: [Row], _ node: (Row) -> Model, update: ((Model, Row) -> Void)?
  ) {
    container.order?.isPaused = true
    let old = container.childNodes
    let (former, identities) = (
      old.map { $0.existing(MadeRow.self)?.identity }, rows.map { RowIdentity(of: $0) }
    )
    let places = RowMatching.places(
      of: rows.count, in: old.count, isSame: { former[$0] == identities[$1] },
      hashOfOld: { former[$0].hashValue }, hashOfNew: { Optional(identities[$0]).hashValue })
    let number = add(container, places)
    for (index, row) in rows.enumerated() {
      if places[index] < 0 {
        lists[number].children[index] = MadeRow.make(row, node, update: update)
      } else {
        let node = old[Int(places[index])]
        node.existing(MadeRow.self)?.show(row, in: node)
      }
    }
  }
}
