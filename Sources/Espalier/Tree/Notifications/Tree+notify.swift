extension Tree {
  /// How many notifications may be under way at a time, each posted by a listener of the one before: enough to pass one on
  /// from level to level of the deepest tree.
  static let mostNestedNotifications = deepest

  /// Calls every node of a type, from above the root: for the site. Returns how many were called.
  @discardableResult
  package func notify<Listener>(_ type: Listener.Type, _ call: (Listener) -> Void) -> Int {
    notify(type, .below(root, includingIt: true), from: nil, call)
  }

  /// Calls those of an audience that are of a type. `poster` is the node that does so, in which scope; nil for the site.
  func notify<Listener>(
    _ type: Listener.Type, _ audience: NotificationAudience, from poster: (node: Node, scope: NotificationScope)?,
    _ call: (Listener) -> Void
  ) -> Int {
    if hasEnded { return 0 }
    let notifications = feature(NestedNotifications.self)
    guard notifications.begin() else {
      report(.endlessNotification("\(type)"))
      return 0
    }
    defer { notifications.end() }
    let record = NotificationRecord(of: "\(type)", from: poster, in: self)
    var count = 0
    for node in nodes(of: type, in: audience) where !notifications.isExceeded {
      // Between being told that it is part of the page, and that it is not any more.
      guard node.tree === self, node.life.contains(.attachedToRoot), audience.contains(node),
        let listener = node as? Listener
      else { continue }
      count += 1
      record?.add(node)
      call(listener)
    }
    record?.close()
    return count
  }

  /// Whether a node is of the type depends on its own type alone, so each of those is asked once.
  private func nodes<Listener>(of type: Listener.Type, in audience: NotificationAudience) -> [Node] {
    var answers: [ObjectIdentifier: Bool] = [:]
    func isListener(_ node: Node) -> Bool {
      let id = ObjectIdentifier(Swift.type(of: node))
      if let answer = answers[id] { return answer }
      let answer = node is Listener
      answers[id] = answer
      return answer
    }
    var nodes: [Node] = []
    audience.forEach { if isListener($0) { nodes.append($0) } }
    return nodes
  }
}
