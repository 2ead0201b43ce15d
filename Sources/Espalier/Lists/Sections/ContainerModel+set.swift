extension ContainerModel {
  /// A container that shows a section.
  public convenience init(_ section: ListSection) {
    self.init(id: section.id)
    set(section)
  }

  /// Replaces the children by this list, and reuses the nodes that are there. An element with the id of an existing row
  /// keeps that row's node. Equal content changes nothing, other content updates the node. A row with a new place
  /// moves, also from one section to another.
  ///
  /// ```swift
  /// set(animations: .fade) {
  ///   Title("Tasks")
  ///   for task in tasks { TaskRow(task) }
  ///   if tasks.isEmpty { Empty() }
  /// }
  /// ```
  ///
  /// Ids must be unique in a container. A repeated id is reported, and its row is shown as a separate row. Header and
  /// footer stay. Cost: linear in the list.
  public final func set(
    animations: Animations = .automatic, @ListBuilder _ elements: () -> [ListElement]
  ) {
    set(elements(), animations)
  }

  /// Replaces the children by these rows.
  public final func set(rows: [some Content & Identifiable], animations: Animations = .automatic) {
    change(animations) { $0.compare(self, with: rows) }
  }

  /// Replaces the children by these rows, each with a node of its own, which can have state, tasks and subscriptions. It is
  /// a cell or a container, which may have rows in turn.
  ///
  /// ```swift
  /// set(rows: people) { PersonModel($0) }  // a subclass of CellModel<Person>
  /// set(rows: cards, node: CardModel.init, update: { $0.show($1) })
  /// ```
  ///
  /// The closure makes a node once for each new id. The node stays as long as the row does, wherever the row moves. Another
  /// value of the row goes to `update`; without it, it becomes the content of the cell.
  public final func set<Row: Identifiable & Equatable, Model: Node>(
    rows: [Row], animations: Animations = .automatic, node: (Row) -> Model, update: ((Model, Row) -> Void)? = nil
  ) {
    change(animations) { $0.compare(self, with: rows, node, update: update) }
  }

  /// Replaces the children by these sections, each with its header, rows and footer.
  public final func set(sections: [ListSection], animations: Animations = .automatic) {
    set(sections.map { ListElement($0) }, animations)
  }

  /// Gives the container the section's header, rows, footer and layout.
  public final func set(_ section: ListSection, animations: Animations = .automatic) {
    change(animations) { $0.compare(self, with: section) }
  }

  private final func set(_ elements: [ListElement], _ animations: Animations) {
    change(animations) { $0.compare(self, with: elements) }
  }

  /// Compares lists and carries out what is different.
  private final func change(_ animations: Animations, _ compare: (inout ListPlan) -> Void) {
    if isPlanned { return refuse(.isChanging, self) }
    takeRows()
    if animations != .automatic { animateNextChange(animations) }
    ListPlan.carryOut(in: tree, compare)
  }
}
