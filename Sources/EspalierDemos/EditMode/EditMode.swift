import Espalier

/// A planting plan. A press on Edit shows the tools that delete, move and insert; each row also has a menu of actions.
final class EditMode: ContainerModel {
  private let plants = ArraySource(Planting.start)
  private let editing = Editing()
  private let summary = CellModel(PlantingSummary())
  private var next = Planting.start.count

  private var rows: [Planting] {
    get { plants.rows }
    set { plants.rows = newValue }
  }

  override func didLoad() {
    header = .editButton
    footer = summary
    children.source = .editing(plants, behind: ArraySource([InsertRow("Add a plant")]))
    add(editing)
    add(RowActions(actions))
    on(Editing.insert) { $0.insert() }
    on(Editing.didDelete) { $0.tell("Removed") }
    on(Reordering.didMove) { $0.tell("Moved") }
    persist(\.rows, as: "plants")
    persist(\.next, as: "next")
    persist(\.editing.isOn, as: "editing")
  }

  private var actions: [RowActions.Action] {
    func isDry(_ row: Node) -> Bool { (row as? CellModel<Planting>)?.content.isWatered == false }
    return [
      .init("water", "Water", when: isDry, to: EditMode.self) { list, row in
        list.update(row, "is watered") { $0.isWatered = true }
      },
      .init("dry", "Let it dry", when: { !isDry($0) }, to: EditMode.self) { list, row in
        list.update(row, "may dry") { $0.isWatered = false }
      },
      .init("more", "Plant one more", to: EditMode.self) { list, row in
        list.update(row, "has company") { $0.count += 1 }
      },
      .init(
        "remove", "Remove…", .destructive, when: { $0.traits.canDelete == true },
        asking: { row in
          let name = (row as? CellModel<Planting>)?.content.name ?? ""
          return .alert(
            "Remove \(name)?", "The plan forgets it. You cannot undo this.",
            actions: [.init("remove", "Remove", .destructive), .init("keep", "Keep", .cancel)])
        }, to: EditMode.self
      ) { list, row in
        guard let plant = (row as? CellModel<Planting>)?.content else { return }
        list.plants.remove(id: plant.id)
        list.tell("\(plant.name) is gone")
      },
    ]
  }

  private func update(_ row: Node, _ news: String, _ change: (inout Planting) -> Void) {
    guard var plant = (row as? CellModel<Planting>)?.content else { return }
    change(&plant)
    plants.update(plant)
    tell("\(plant.name) \(news)")
  }

  private func insert() {
    let plant = Planting.new(next)
    next += 1
    plants.append(plant)
    tell("\(plant.name) is in the plan")
  }

  private func tell(_ news: String) {
    let count = plants.rows.map(\.count).reduce(0, +)
    summary.content = PlantingSummary(text: "\(news). \(count) \(count == 1 ? "plant" : "plants") in the plan.")
  }
}
