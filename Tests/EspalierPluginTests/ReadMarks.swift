import Espalier

/// Marks the rows that somebody has seen. People can mark a row as unread again.
final class ReadMarks: Plugin {
  static let markUnread = Event<NoData>("markUnread")

  /// The keys of the rows that were seen, for each list.
  private var seen: [ObjectIdentifier: Set<String>] = [:]

  func isRead(_ row: Node) -> Bool {
    guard let list = row.parent else { return false }
    return seen[ObjectIdentifier(list)]?.contains(row.nodeKey) == true
  }

  override func begin(in list: ContainerModel) {
    list.on(Visibility.appeared) { [unowned self] list in
      if let row = list.children.sender { mark(row, isRead: true, in: list) }
    }
    list.on(Self.markUnread) { [unowned self] list in
      if let row = list.children.sender { mark(row, isRead: false, in: list) }
    }
  }

  override func end(in list: ContainerModel) { seen[ObjectIdentifier(list)] = nil }

  private func mark(_ row: Node, isRead: Bool, in list: ContainerModel) {
    guard isRead != self.isRead(row) else { return }
    if isRead {
      seen[ObjectIdentifier(list), default: []].insert(row.nodeKey)
    } else {
      seen[ObjectIdentifier(list)]?.remove(row.nodeKey)
    }
    setNeedsTools(of: row)
  }

  // Viewers report when a row is in view.
  override func visibility(of row: Node) -> Visibility? { .inView }

  override func tools(for row: Node, named name: String) -> HTML {
    guard isRead(row) else { return "" }
    return "<button \(Self.markUnread) aria-label=\"Mark \(name) as unread\">Unread</button>"
  }

  override func classes(of row: Node) -> String { isRead(row) ? "read" : "unread" }

  // A viewer may press the button of a row that another viewer has marked meanwhile.
  override var events: [EventDescriptor] { [Self.markUnread.name] }

  override func refusal(of event: AnyEvent, at row: Node) -> EventRefusal? {
    isRead(row) ? nil : .event("the row is unread already")
  }

  // Forgets removed rows: a later row with the same key is another row.
  override func rowsChanged(in list: ContainerModel) {
    seen[ObjectIdentifier(list)]?.formIntersection(list.children.map(\.nodeKey))
  }
}
