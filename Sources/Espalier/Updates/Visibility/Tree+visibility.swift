extension Tree {
  /// Takes a viewer's report of what came into its view and what went out of it: first all that went, then all that
  /// came, each in the order of the list, then how much of which rows is in view.
  ///
  /// What is not there any more is passed over, for the report may have been on its way while it went; so is the going of
  /// what nobody has seen come. A row that did not ask for reports is refused, and nothing is told of the others either.
  func receive(visibility data: JSON, fromForm: Bool, traced: Bool) throws(DeliveryError) -> Delivery {
    let report: VisibilityReport
    do {
      report = try VisibilityReport(data, fromForm: fromForm)
    } catch {
      throw .payload(error)
    }
    let gone = find(report.disappeared)
    let come = find(report.appeared)
    let progress = try find(report)
    if let stranger = come.first(where: { $0.wantedVisibility == nil }) {
      throw .unreportedVisibility(stranger.address)
    }
    let delivery = Delivery(event: Visibility.report.name, from: root, isTraced: traced)
    for node in gone where node.viewerCount > 0 && node.isShown {
      node.viewerCount -= 1
      tell(VisibilityChange(event: Visibility.disappeared, node: node, address: node.address, hub: node.hub), delivery)
    }
    for node in come where node.isShown {
      node.viewerCount += 1
      tell(VisibilityChange(event: Visibility.appeared, node: node, address: node.address, hub: node.hub), delivery)
    }
    for (node, percent) in progress where node.isShown { tell(node, percent, delivery) }
    return delivery
  }

  /// The rows of which it is told how much is in view, each once and as it was told last; those that are gone are passed over.
  private func find(_ report: VisibilityReport) throws(DeliveryError) -> [(node: Node, percent: Int)] {
    let (rows, percents) = (report.progressed ?? [], report.percent ?? [])
    guard rows.count == percents.count else {
      throw .payload(PayloadError(field: "data.percent", reason: "must have one number for each row in progressed"))
    }
    let last = Dictionary(zip(rows, percents)) { $1 }
    var seen: Set<String> = []
    var found: [(node: Node, percent: Int)] = []
    for row in rows where seen.insert(row).inserted {
      guard let node = root.descendant(at: row), node.isShown else { continue }
      guard node.wantedVisibility == .inQuarters else { throw .unreportedVisibility(row) }
      found.append((node, min(100, max(0, last[row] ?? 0))))
    }
    return found
  }

  /// Those that are listed, each once, in the order of the list.
  private func find(_ addresses: [String]?) -> [Node] {
    var seen: Set<String> = []
    let nodes = (addresses ?? []).filter { seen.insert($0).inserted }
      .compactMap { root.descendant(at: $0) }.filter(\.isShown)
    return nodes.map { (place: $0.shownPath, node: $0) }
      .sorted { $0.place.lexicographicallyPrecedes($1.place) }.map(\.node)
  }

  /// Calls the row's hook and lets the event climb.
  private func tell(_ change: VisibilityChange, _ report: Delivery? = nil) {
    let delivery = Delivery(
      event: change.event.name, from: change.node, isTraced: report?.isTraced ?? false)
    answering(delivery) {
      if change.event == Visibility.appeared { change.node.didAppear() } else { change.node.didDisappear() }
    }
    change.hub?.bubble(AnyEvent(name: change.event.name, payload: change.address), delivery)
    report?.absorb(delivery, asPart: true)
  }

  private func tell(_ node: Node, _ percent: Int, _ report: Delivery) {
    let progress = VisibilityProgress(row: node.address, percent: percent)
    let delivery = Delivery(event: Visibility.progressed.name, from: node, isTraced: report.isTraced)
    answering(delivery) { node.didProgress(percent) }
    node.hub?.bubble(AnyEvent(name: Visibility.progressed.name, payload: progress), delivery)
    report.absorb(delivery, asPart: true)
  }

  /// A node leaves the list, and with it all who look at it.
  func loseViewers(of node: Node, in list: ContainerModel, at address: () -> String) {
    guard node.viewerCount > 0 else { return }
    note(VisibilityChange(event: Visibility.disappeared, node: node, address: address(), hub: list))
    node.viewerCount = 0
  }

  /// A row takes over the element of another, and so those who look at it.
  func passViewers(from old: Node, to heir: Node, in container: ContainerModel) {
    guard old.viewerCount > 0 else { return }
    let address = heir.address
    note(VisibilityChange(event: Visibility.disappeared, node: old, address: address, hub: container))
    if heir.wantedVisibility != nil {
      heir.viewerCount = old.viewerCount
      note(VisibilityChange(event: Visibility.appeared, node: heir, address: address, hub: container))
    }
    old.viewerCount = 0
  }

  /// Tells what the flush at hand brought about.
  func tellVisibilityChanges() {
    let changes = feature(VisibilityChanges.self)
    let pending = changes.pending
    changes.pending = []
    for change in pending { tell(change) }
  }

  private func note(_ change: VisibilityChange) { feature(VisibilityChanges.self).pending.append(change) }
}
