extension Source {
  /// The rows of this source, each with a node of its own, which can have state, tasks and subscriptions. It is a cell or a
  /// container, which may have rows in turn.
  ///
  /// ```swift
  /// list.children.source = people.node { PersonModel($0) }  // a subclass of CellModel<Person>
  /// board.children.source = cards.node(CardModel.init, update: { $0.show($1) })
  /// ```
  ///
  /// The closure makes a node once for each new id. The node stays as long as the row does, wherever the row moves. Another
  /// value of the row goes to `update`; without it, it becomes the content of the cell. A node ends when its row leaves, or
  /// leaves the part of a long list that is shown; `most` is how many of these are kept and used again when their rows come
  /// back. In a page that viewers see, a row that leaves one list and comes to another in the same event keeps its node, if
  /// both lists make nodes of one class. So does a row if its list gets another source that makes nodes of the class. Rows
  /// of another type than `Row` are cells, as without this method.
  public final func node<Row: Identifiable & Equatable, Model: Node>(
    keeping most: Int = 0, _ make: @escaping (Row) -> Model, update: ((Model, Row) -> Void)? = nil
  ) -> Source {
    NodeSource(self, keeping: most, make, update)
  }
}

/// The rows of another source, each with a node of its own.
private final class NodeSource<Row: Identifiable & Equatable, Model: Node>: Source {
  private let make: (Row) -> Model
  private let update: ((Model, Row) -> Void)?
  private let most: Int
  /// The nodes whose rows have left, those that left first at the start.
  private var kept: [Node] = []
  /// Sources whose closures make nodes of one class of the page use each other's nodes.
  private let origin: NodeOrigin =
    Model.self == Node.self || Model.self == ContainerModel.self
    ? .source(NodeOrigin.Mark()) : .type(ObjectIdentifier(Model.self))

  init(
    _ source: Source, keeping most: Int, _ make: @escaping (Row) -> Model, _ update: ((Model, Row) -> Void)?
  ) {
    (self.make, self.update, self.most) = (make, update, most)
    super.init()
    show(source)
  }

  override func nodeMaker(of row: any Content & Identifiable, at path: RowPath) -> NodeMaker? {
    guard let row: Row = value(of: row) else { return super.nodeMaker(of: row, at: path) }
    return NodeMaker(origin: origin, make: { self.node(of: row) }) { [update] in
      self.takeOver($0)
      MadeRow.show(row, in: $0, update: update)
    }
  }

  private func node(of row: Row) -> Node {
    let identity = RowIdentity(of: row)
    if let index = kept.lastIndex(where: { $0.parent == nil && MadeRow.identity(of: $0) == identity }) {
      return kept.remove(at: index)
    }
    let node = MadeRow.make(row, from: origin, make)
    takeOver(node)
    return node
  }

  /// Keeps the node when its row leaves.
  private func takeOver(_ node: Node) {
    node.existing(MadeRow.self)?.onLeave = most == 0 ? nil : { [weak self] in self?.keep($0) }
  }

  private func keep(_ node: Node) {
    // Those that have come back to a list are in use, and an older node of the row is out of date.
    let identity = MadeRow.identity(of: node)
    kept.removeAll { $0.parent != nil || MadeRow.identity(of: $0) == identity }
    kept.append(node)
    if kept.count > most { kept.removeFirst() }
  }
}
