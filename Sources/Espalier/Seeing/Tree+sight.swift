extension Tree {
  /// Takes a viewer's report of what came into its view and what went out of it: first all that went, then all that
  /// came, each in the order of the list, then how much of which rows is in view.
  ///
  /// What is not there any more is passed over, for the report may have been on its way while it went; so is the going of
  /// what nobody has seen come. A row that did not ask for reports is refused, and nothing is told of the others either.
  func receive(sight data: JSON, fromForm: Bool, traced: Bool) throws(DeliveryError) -> Delivery {
    let report: SightReport
    do {
      report = try SightReport(data, fromForm: fromForm)
    } catch {
      throw .payload(error)
    }
    let gone = find(report.disappeared)
    let come = find(report.appeared)
    let progress = try find(report)
    if let stranger = come.first(where: { $0.wantedSight == nil }) { throw .unreportedSight(stranger.address) }
    let delivery = Delivery(event: Sight.report.name, from: root, isTraced: traced)
    for node in gone where node.onlookers > 0 && node.isShown {
      node.onlookers -= 1
      tell(Sighting(event: Sight.disappeared, node: node, address: node.address, hub: node.hub), delivery)
    }
    for node in come where node.isShown {
      node.onlookers += 1
      tell(Sighting(event: Sight.appeared, node: node, address: node.address, hub: node.hub), delivery)
    }
    for (node, percent) in progress where node.isShown { tell(node, percent, delivery) }
    return delivery
  }

  /// The rows of which it is told how much is in view, each once and as it was told last; those that are gone are passed over.
  private func find(_ report: SightReport) throws(DeliveryError) -> [(node: Node, percent: Int)] {
    let (rows, percents) = (report.progressed ?? [], report.percent ?? [])
    guard rows.count == percents.count else {
      throw .payload(PayloadError(field: "data.percent", reason: "must have one number for each row in progressed"))
    }
    let last = Dictionary(zip(rows, percents)) { $1 }
    var seen: Set<String> = []
    var found: [(node: Node, percent: Int)] = []
    for row in rows where seen.insert(row).inserted {
      guard let node = root.descendant(at: row), node.isShown else { continue }
      guard node.wantedSight == .inQuarters else { throw .unreportedSight(row) }
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
  private func tell(_ sighting: Sighting, _ report: Delivery? = nil) {
    let delivery = Delivery(
      event: sighting.event.name, from: sighting.node, isTraced: report?.isTraced ?? false)
    answering(delivery) {
      if sighting.event == Sight.appeared { sighting.node.didAppear() } else { sighting.node.didDisappear() }
    }
    sighting.hub?.bubble(Occurrence(name: sighting.event.name, payload: sighting.address), delivery)
    report?.absorb(delivery, asPart: true)
  }

  private func tell(_ node: Node, _ percent: Int, _ report: Delivery) {
    let progress = SightProgress(row: node.address, percent: percent)
    let delivery = Delivery(event: Sight.progressed.name, from: node, isTraced: report.isTraced)
    answering(delivery) { node.didProgress(percent) }
    node.hub?.bubble(Occurrence(name: Sight.progressed.name, payload: progress), delivery)
    report.absorb(delivery, asPart: true)
  }

  /// A node leaves the list, and with it all who look at it.
  func loseOnlookers(of node: Node, in list: ContainerModel, at address: () -> String) {
    guard node.onlookers > 0 else { return }
    flushing.sightings.append(Sighting(event: Sight.disappeared, node: node, address: address(), hub: list))
    node.onlookers = 0
  }

  /// A row takes over the element of another, and so those who look at it.
  func passOnlookers(from old: Node, to heir: Node, in container: ContainerModel) {
    guard old.onlookers > 0 else { return }
    let address = heir.address
    flushing.sightings.append(Sighting(event: Sight.disappeared, node: old, address: address, hub: container))
    if heir.wantedSight != nil {
      heir.onlookers = old.onlookers
      flushing.sightings.append(Sighting(event: Sight.appeared, node: heir, address: address, hub: container))
    }
    old.onlookers = 0
  }

  /// Tells what the flush at hand brought about.
  func tellSightings() {
    let sightings = flushing.sightings
    flushing.sightings = []
    for sighting in sightings { tell(sighting) }
  }
}
