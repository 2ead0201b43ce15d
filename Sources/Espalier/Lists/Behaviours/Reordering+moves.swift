extension Reordering {
  /// Where a person moved a row.
  public struct Moved: Codable, Hashable, Sendable {
    /// A place in a container.
    public struct Place: Codable, Hashable, Sendable {
      /// The container's address.
      public let list: String
      /// The row's index among the children, hidden ones too.
      public let index: Int
    }

    /// The row's address, which is new if the row went to another container.
    public let row: String
    /// Where the row was.
    public let from: Place
    /// Where the row is.
    public let to: Place
  }

  /// The target of a move. If all fields are nil, the row moves to the end.
  package struct Move: Codable, Hashable, Sendable {
    /// The number of rows to move down; negative moves up. Past an end, the row moves into the next section.
    package var by: Int?
    /// The key of the row that will be after it.
    package var before: String?
    /// The key of the target section, if it is another section.
    package var into: String?
    /// Whether the other selected rows move with it.
    package var together: Bool?

    /// A target.
    package init(by: Int? = nil, before: String? = nil, into: String? = nil, together: Bool? = nil) {
      self.by = by
      self.before = before
      self.into = into
      self.together = together
    }

    private enum Field: String, CodingKey, CaseIterable { case by, before, into, together }

    /// Reads a target. Throws for unknown fields, which would otherwise mean the end of the list.
    package init(from decoder: any Decoder) throws {
      try decoder.check(hasOnly: Field.self, of: "a move")
      let fields = try decoder.container(keyedBy: Field.self)
      by = try fields.decodeIfPresent(Int.self, forKey: .by)
      before = try fields.decodeIfPresent(String.self, forKey: .before)
      into = try fields.decodeIfPresent(String.self, forKey: .into)
      together = try fields.decodeIfPresent(Bool.self, forKey: .together)
    }
  }

  /// Carries out a person's move of a row, and sends the events.
  func move(_ row: Node, _ move: Move, in list: ContainerModel) {
    guard canMove(row), case .place(let target, let index) = target(of: move, for: row, in: list) else { return }
    let rows = move.together == true ? selectedRows(with: row, in: list) : [row]
    // The row before which they will be: the rows that move may be among those at the target.
    let others = target.children.filter { other in !rows.contains { $0 === other } }
    let follower = rows.count == 1 ? nil : follower(at: index, without: row, in: target, among: others)
    func newIndex(of row: Node) -> Int {
      if rows.count == 1 { return index }
      let rest = target.children.filter { $0 !== row }
      return follower.flatMap { follower in rest.firstIndex { $0 === follower } } ?? rest.count
    }
    guard rows.allSatisfy({ mayStand($0, target, newIndex(of: $0)) }) else { return }
    for row in rows {
      guard let list = row.parent, let from = place(of: row),
        list.children.carryOut(moveOf: row, to: newIndex(of: row), in: target), let to = place(of: row), from != to
      else { continue }
      row.send(Self.didMove, Moved(row: row.address, from: from, to: to))
    }
  }

  private func place(of row: Node) -> Moved.Place? {
    guard let list = row.parent, let index = list.children.firstIndex(where: { $0 === row }) else { return nil }
    return Moved.Place(list: list.address, index: index)
  }

  /// The first row at or after an index, which counts without `row`, that does not move itself.
  private func follower(at index: Int, without row: Node, in target: ContainerModel, among others: [Node]) -> Node? {
    target.children.filter { $0 !== row }.dropFirst(index).first { next in others.contains { $0 === next } }
  }

  /// The selected rows that may move, in order, if a row is one of them; otherwise this row alone.
  private func selectedRows(with row: Node, in list: ContainerModel) -> [Node] {
    let rows = sections(around: list).flatMap { section in
      section.children.filter { section.children.plugin(Selection.self)?.isSelected($0) == true && canMove($0) }
    }
    return rows.contains { $0 === row } ? rows : [row]
  }

  /// What a move means.
  enum Target {
    /// The container, and the row's index among its children without the row.
    case place(ContainerModel, Int)
    /// The row stays: there is nothing beyond the end of the list.
    case same
    /// There is no such place.
    case refused(EventRefusal)
  }

  func target(of move: Move, for row: Node, in list: ContainerModel) -> Target {
    if let step = move.by { return target(step, from: row, in: list) }
    let sections = sections(around: list)
    guard let target = move.into.map({ key in sections.first { $0.nodeKey == key } }) ?? list else {
      let known = sections.map(\.nodeKey).joined(separator: ", ")
      return .refused(.data("into", reach == .list ? "the row stays in its list" : "must be one of \(known)"))
    }
    let others = target.children.filter { $0 !== row }
    guard let key = move.before else { return .place(target, others.count) }
    guard let index = others.firstIndex(where: { $0.nodeKey == key }) else {
      return .refused(.data("before", "must be the key of another row of the list"))
    }
    return .place(target, index)
  }

  private func target(_ step: Int, from row: Node, in list: ContainerModel) -> Target {
    // A step counts only the rows that viewers see.
    let rows = list.children.filter { !$0.isHidden && Self.isRow($0) }
    guard step != 0, let position = rows.firstIndex(where: { $0 === row }) else { return .same }
    let wanted = position &+ step
    if rows.indices.contains(wanted) { return .place(list, list.children.firstIndex { $0 === rows[wanted] } ?? 0) }
    let sections = sections(around: list)
    let number = sections.firstIndex { $0 === list } ?? 0
    let next = number + (step > 0 ? 1 : -1)
    if sections.indices.contains(next) { return .place(sections[next], step > 0 ? 0 : sections[next].children.count) }
    if step.magnitude == 1 { return .same }
    let most = step > 0 ? rows.count - 1 - position : position
    return .refused(.data("by", "the list has only \(most) rows on this side of the row"))
  }

  /// The containers that a row may move between, in order.
  private func sections(around list: ContainerModel) -> [ContainerModel] {
    guard reach == .sections, let parent = list.parent else { return [list] }
    return parent.children.compactMap { $0 as? ContainerModel }.filter { $0.children.plugin(Reordering.self) === self }
  }
}
