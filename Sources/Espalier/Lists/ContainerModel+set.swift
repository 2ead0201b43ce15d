extension ContainerModel {
  /// A container that lists a value.
  public convenience init(_ section: Section) {
    self.init(id: section.id)
    set(section)
  }

  /// Makes the children what the list says, comparing it with what is there: the same id is the same node, an equal
  /// content touches nothing, another one is an update, and what has a new place moves, from section to section too.
  ///
  /// ```swift
  /// set(animations: .fade) {
  ///   Title("Tasks")
  ///   for task in tasks { TaskRow(task) }
  ///   if tasks.isEmpty { Empty() }
  /// }
  /// ```
  ///
  /// Ids must be unique in a container; a repeated one is reported and shown as a row of its own. Animations of nil
  /// replace all at once. Header and footer stay. Cost: linear in the list.
  public final func set(
    animations: Animations? = .automatic, @ListBuilder _ elements: () -> [ListElement]
  ) {
    set(elements(), animations)
  }

  /// Makes the children these rows.
  public final func set(rows: [some Content & Identifiable], animations: Animations? = .automatic) {
    set(rows.map { ListElement($0) }, animations)
  }

  /// Makes the children these rows of several types.
  public final func set(rows: [any Content & Identifiable], animations: Animations? = .automatic) {
    set(rows.map { ListElement($0) }, animations)
  }

  /// Makes the children these sections, each with its header, rows and footer.
  public final func set(sections: [Section], animations: Animations? = .automatic) {
    set(sections.map { ListElement($0) }, animations)
  }

  /// Makes the container what the section says: header, rows, footer and layout.
  public final func set(_ section: Section, animations: Animations? = .automatic) {
    var plan = ListPlan()
    plan.compare(self, with: section)
    carryOut(plan, animations)
  }

  private final func set(_ elements: [ListElement], _ animations: Animations?) {
    var plan = ListPlan()
    plan.compare(self, with: elements)
    carryOut(plan, animations)
  }

  private final func carryOut(_ plan: ListPlan, _ animations: Animations?) {
    var plan = plan
    if animations != .automatic { animateNextChange(animations) }
    plan.carryOut()
  }
}
