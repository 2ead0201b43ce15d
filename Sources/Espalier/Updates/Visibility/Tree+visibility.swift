extension Tree {
  /// Handles a viewer's visibility report: first the rows that disappeared, then the rows that appeared, both in list
  /// order, then how much of each row is in view.
  ///
  /// Ignores rows that no longer exist, because they may have been removed while the report was on its way. Ignores what the
  /// same window has reported already. Refuses the whole report if it has an appearance or a percentage of a row that did not
  /// ask for it.
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
    // Who has seen nothing is not known.
    let viewers = come.isEmpty ? existing(Viewers.self) : feature(Viewers.self)
    let client = writeKeys.sender?.viewerName ?? ""
    if !come.isEmpty { for (node, number) in viewers?.forgetOldest(of: client) ?? [] { lose(number, of: node) } }
    let viewer = viewers?.window(report.viewer ?? "", of: client, visitor, isNew: !come.isEmpty) ?? 0
    for node in gone where node.isShown && node.note(viewer, sees: false) {
      tell(VisibilityChange(event: Visibility.disappeared, node: node, address: node.address, hub: node.hub), delivery)
    }
    let new = come.filter { $0.isShown && $0.note(viewer, sees: true) }
    viewers?.note(viewer, sees: new)
    for node in new where node.isShown {
      tell(VisibilityChange(event: Visibility.appeared, node: node, address: node.address, hub: node.hub), delivery)
    }
    for (node, percent) in progress where node.isShown { tell(node, percent, delivery) }
    return delivery
  }

  /// Returns the rows with the percentage that is in view, each once with its last percentage. Leaves out removed rows.
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

  /// Returns the nodes that viewers see at these addresses, each once, in list order.
  private func find(_ addresses: [String]?) -> [Node] {
    var seen: Set<String> = []
    let nodes = (addresses ?? []).filter { seen.insert($0).inserted }
      .compactMap { root.descendant(at: $0) }.filter(\.isShown)
    return nodes.map { (place: $0.shownPath, node: $0) }
      .sorted { $0.place.lexicographicallyPrecedes($1.place) }.map(\.node)
  }

  /// Calls the row's hook and lets the event bubble.
  private func tell(_ change: VisibilityChange, _ report: Delivery? = nil) {
    let delivery = Delivery(
      event: change.event.name, from: change.node, isTraced: report?.isTraced ?? false)
    answering(delivery) {
      if change.event == Visibility.appeared { change.node.didAppear() } else { change.node.didDisappear() }
    }
    change.hub?.bubble(AnyEvent(name: change.event.name, payload: change.address), delivery)
    report?.absorb(delivery, asPart: true)
    change.node.existing(Presence.self)?.update(change.node)
  }

  private func tell(_ node: Node, _ percent: Int, _ report: Delivery) {
    let progress = VisibilityProgress(row: node.address, percent: percent)
    let delivery = Delivery(event: Visibility.progressed.name, from: node, isTraced: report.isTraced)
    answering(delivery) { node.didProgress(percent) }
    node.hub?.bubble(AnyEvent(name: Visibility.progressed.name, payload: progress), delivery)
    report.absorb(delivery, asPart: true)
  }

  /// Notes that a node disappears for all its viewers, because it leaves the list.
  func loseViewers(of node: Node, in list: ContainerModel, at address: () -> String) {
    guard node.viewerCount > 0 else { return }
    note(VisibilityChange(event: Visibility.disappeared, node: node, address: address(), hub: list))
    node.seenBy = []
  }

  /// A node disappears for one viewer, who does not look any more.
  func lose(_ number: Int, of node: Node) {
    guard node.note(number, sees: false) else { return }
    tell(VisibilityChange(event: Visibility.disappeared, node: node, address: node.address, hub: node.hub))
  }

  /// Gives the viewers of a row to the row that takes over its element.
  func passViewers(from old: Node, to heir: Node, in container: ContainerModel) {
    guard old.viewerCount > 0 else { return }
    let address = heir.address
    note(VisibilityChange(event: Visibility.disappeared, node: old, address: address, hub: container))
    if heir.wantedVisibility != nil {
      heir.seenBy = old.seenBy
      for viewer in heir.seenBy { feature(Viewers.self).note(viewer, sees: [heir]) }
      note(VisibilityChange(event: Visibility.appeared, node: heir, address: address, hub: container))
    }
    old.seenBy = []
  }

  /// Calls the hooks for the visibility changes of the current flush.
  func tellVisibilityChanges() {
    let changes = feature(VisibilityChanges.self)
    let pending = changes.pending
    changes.pending = []
    for change in pending { tell(change) }
  }

  private func note(_ change: VisibilityChange) { feature(VisibilityChanges.self).pending.append(change) }
}
