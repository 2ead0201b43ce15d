extension ListSection {
  /// The rows of a section that are decorated.
  public enum DecoratedRows: Sendable {
    /// Each row.
    case each
    /// The first row.
    case first
    /// The last row.
    case last
    /// Each row but the last: a decoration at their end is between the rows.
    case allButLast
    /// The rows for whose contents the closure returns true.
    case whose(@Sendable (any Content) -> Bool)

    fileprivate func contain(_ index: Int, of count: Int, _ content: (any Content)?) -> Bool {
      switch self {
      case .each: true
      case .first: index == 0
      case .last: index == count - 1
      case .allButLast: index < count - 1
      case .whose(let isDecorated): content.map(isDecorated) ?? false
      }
    }
  }

  /// The side of a row on which a decoration is.
  public enum DecoratedEdge: String, Sendable {
    /// Before the row.
    case begin
    /// After the row.
    case end
  }

  /// The same section with a content, such as a `Divider` or a `Spacer`, before or after some of its rows.
  ///
  /// ```swift
  /// ListSection("herbs") { for herb in herbs { HerbRow(herb) } }
  ///   .decorated(with: Divider(), at: .end, of: .allButLast)
  ///   .decorated(with: Spacer(24), at: .end, of: .last)
  /// ```
  ///
  /// The decorations are cells of their own, with ids made from the rows beside them. They are no rows: nobody selects or
  /// moves one, and each goes with its row when a person moves or deletes that. A section without rows gets none. A later
  /// decoration is further away from the row. Cost: linear.
  public func decorated(
    with content: some Content, at edge: DecoratedEdge, of rows: DecoratedRows = .each
  ) -> ListSection {
    var groups: [RowWithDecorations] = []
    var leading: [ListElement] = []
    for element in elements {
      switch (element.value as? any ListDecoration)?.edge {
      case .begin: leading.append(element)
      case .end: groups.isEmpty ? leading.append(element) : groups[groups.count - 1].after.append(element)
      case nil:
        groups.append(RowWithDecorations(before: leading, row: element))
        leading = []
      }
    }
    for index in groups.indices where rows.contain(index, of: groups.count, groups[index].row.value.rowContent) {
      groups[index].add(content, at: edge, index)
    }
    var section = self
    section.elements = groups.flatMap { $0.before + [$0.row] + $0.after } + leading
    return section
  }
}

/// A row with the decorations before and after it.
private struct RowWithDecorations {
  var before: [ListElement]
  let row: ListElement
  var after: [ListElement] = []

  mutating func add(_ content: some Content, at edge: ListSection.DecoratedEdge, _ index: Int) {
    let type = row.value.rowContent.map { bareName(of: Swift.type(of: $0)) } ?? "section"
    let number = edge == .begin ? before.count : after.count
    let key = "\(edge.rawValue)-\(number)-\(type)-\(row.value.identity.id ?? "\(index)")"
    let element = ListElement(Decoration(content: content, key: key, edge: edge))
    if edge == .begin { before.insert(element, at: 0) } else { after.append(element) }
  }
}

/// An element that stands beside a row.
private protocol ListDecoration: ListElementValue {
  var edge: ListSection.DecoratedEdge { get }
}

private struct Decoration<C: Content>: ListDecoration {
  let content: C
  let key: String
  let edge: ListSection.DecoratedEdge

  var identity: RowIdentity { RowIdentity(C.self, key) }
  func isShown(by node: Node) -> Bool { (node as? CellModel<C>)?.id == key }
  func makeNode() -> Node {
    let cell = CellModel(content, key: key)
    cell.decoratedRow = edge == .begin ? .next : .previous
    return cell
  }
  func update(_ node: Node) { (node as? CellModel<C>)?.content = content }
}

/// A row's decorations, in order.
struct Decorations {
  var before: [Node] = []
  var after: [Node] = []

  /// The decorations of a row in its container.
  init(of row: Node) {
    guard let container = row.parent, let index = container.index(of: row) else { return }
    let nodes = container.childNodes
    before = nodes[..<index].reversed().prefix { $0.decoratedRow == .next }.reversed()
    after = Array(nodes[(index + 1)...].prefix { $0.decoratedRow == .previous })
  }

  /// The place nearest to `index` where the row does not part another one from its decorations. Both count without the row.
  func place(of row: Node, near index: Int, in target: ContainerModel) -> Int {
    let own = Set((before + after).map(ObjectIdentifier.init))
    let others = target.childNodes.filter { $0 !== row }
    guard others.indices.contains(index) else { return index }
    var place = index
    while place < others.count, own.contains(ObjectIdentifier(others[place])) || others[place].decoratedRow == .previous
    {
      place += 1
    }
    while place > 0, place <= others.count, others[place - 1].decoratedRow == .next,
      !own.contains(ObjectIdentifier(others[place - 1]))
    {
      place -= 1
    }
    return place
  }

  /// Puts them beside the row, after it has gone to another place.
  func follow(_ row: Node) {
    for node in before { put(node, beside: row, offset: 0) }
    for node in after.reversed() { put(node, beside: row, offset: 1) }
  }

  private func put(_ node: Node, beside row: Node, offset: Int) {
    guard let container = row.parent, let index = container.index(of: row) else { return }
    if node.parent === container, let from = container.index(of: node) {
      container.move(node, to: index + offset - (from < index ? 1 : 0))
    } else {
      container.add(node, at: .index(index + offset))
    }
  }
}
