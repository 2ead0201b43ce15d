extension Tree {
  /// The limit of nested notifications, each posted by a listener of the previous one. It is enough to pass one on
  /// through all levels of the deepest tree.
  static let mostNestedNotifications = deepest

  /// Calls every node of a type in the whole tree, for the site. Returns the number of called nodes.
  @discardableResult
  package func notify<Listener>(_ type: Listener.Type, _ call: (Listener) -> Void) -> Int {
    notify(type, .below(root, includingIt: true), from: nil, call)
  }

  /// Calls the nodes of an audience that are of a type. `poster` is the posting node and its scope; nil for the site.
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
      // A node is called only between its `didAttachToRoot` and its `didDetachFromRoot`.
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

  /// Whether a node is of the type depends only on the node's own type, so each type is checked once.
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
