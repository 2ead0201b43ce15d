import Espalier

/// Trial beds with all plugins of the library on one list.
final class Everything: ContainerModel {
  private let list = ContainerModel(id: "beds")
  private let news = CellModel(TrialNews())
  private let selection = Selection(.multiple)
  private let folding = Folding()
  private var prefetching: Prefetching?
  private var watered: Set<Int> = []

  /// The keys of the rows in their order. Setting it makes the rows anew.
  private var order: [String] {
    get { list.children.map(\.nodeKey) }
    set {
      if newValue == order { return }
      list.children.removeAll()
      list.add(newValue.compactMap(make))
    }
  }

  override func didLoad() {
    list.header = .editButton
    list.add(selection)
    list.add(folding)
    list.add(Reordering())
    list.add(Editing())
    list.add(RowActions(leading: [water], trailing: [info]))
    list.add(Scrolling())
    prefetch()
    order = TrialBed.order
    add(news)
    add(list)
    listen()
    persist(\.order, as: "order")
    persist(\.watered, as: "watered")
    persist(\.selection.selected, as: "selected")
    persist(\.folding.open, as: "open")
  }

  private func listen() {
    on(Selection.didSelect) { page, _ in page.tell("\(page.selection.selected.count) selected") }
    on(Selection.didDeselect) { page, _ in page.tell("\(page.selection.selected.count) selected") }
    on(Reordering.didMove) { page in page.tell("Moved") }
    on(Editing.didDelete) { page in page.tell("Removed, \(page.list.children.count) rows are left") }
    on(Folding.didFold) { page, fold in page.tell(fold.isOpen ? "Unfolded" : "Folded") }
    on(Scrolling.scrolled) { page, report in page.news.content.take(report) }
  }

  private func prefetch() {
    let wait = waiting(.milliseconds(400))
    prefetching = list.add(
      Prefetching(screens: 1) { field in
        try await Task.sleep(for: wait)
        return "Sow in row \(field)"
      } then: { list, field, plan in
        for case let bed as CellModel<TrialBed> in list.children where bed.traits.prefetched == [field] {
          bed.content.plan = plan
        }
      })
  }

  private func make(_ key: String) -> Node? {
    if let id = Int(key) {
      return CellModel(TrialBed(id: id, isWatered: watered.contains(id)))
    }
    guard let field = TrialField.all.first(where: { $0.id == key }) else { return nil }
    let section = ContainerModel(id: field.id)
    section.header = CellModel(field)
    section.add(field.labels)
    return section
  }

  private var water: RowActions.Action {
    .init("water", "Water", to: Everything.self) { page, row in
      guard let bed = row as? CellModel<TrialBed> else { return }
      page.watered.insert(bed.content.id)
      bed.content.isWatered = true
      page.tell("\(bed.content.name) is watered")
    }
  }

  private var info: RowActions.Action {
    .init("info", "Info", to: Everything.self) { page, row in
      guard let bed = row.content(as: TrialBed.self) else { return }
      row.present(.alert(bed.name, bed.plan ?? "Its plan is not here yet."))
      page.tell("\(bed.name) is shown")
    }
  }

  private func tell(_ text: String) { news.content.text = "\(text)." }
}
