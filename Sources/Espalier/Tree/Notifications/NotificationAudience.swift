/// The nodes that a notification addresses. They are listed when it is posted, and checked again before each call.
enum NotificationAudience {
  /// The nodes below a node, and the node itself if `includingIt` is true.
  case below(Node, includingIt: Bool)
  /// The containers above a node.
  case above(Node)
  /// The nodes that were added to a node by `addListener`.
  case listeners(of: Node)

  /// Visits the nodes in the order of delivery: a container before its header, children and footer.
  func forEach(_ body: (Node) -> Void) {
    switch self {
    case .below(let top, let isIncluded):
      if isIncluded { body(top) }
      top.forEachBelow(body)
    case .above(let node): Array(ContainerPath(from: node.parent)).forEach(body)
    case .listeners(let poster): poster.listeners.inOrder.forEach(body)
    }
  }

  /// Whether a node belongs to the audience now.
  func contains(_ node: Node) -> Bool {
    switch self {
    case .below(let top, let isIncluded): node === top ? isIncluded : node.isBelow(top)
    case .above(let poster): poster.isBelow(node)
    case .listeners(let poster): poster.listeners.contains(node)
    }
  }
}

extension Node {
  /// The audience of a notification that this node posts.
  final func audience(_ scope: NotificationScope, in tree: Tree) -> NotificationAudience {
    switch scope {
    case .global: .below(tree.root, includingIt: true)
    case .reusable: .below(hub?.path.first(where: \.isReusable) ?? tree.root, includingIt: true)
    case .children: .below(self, includingIt: false)
    case .childrenAndSelf: .below(self, includingIt: true)
    case .parents: .above(self)
    case .manually: .listeners(of: self)
    }
  }

  fileprivate final func forEachBelow(_ body: (Node) -> Void) {
    guard let container = self as? ContainerModel else { return }
    for node in container.nodes {
      body(node)
      node.forEachBelow(body)
    }
  }

  fileprivate final func isBelow(_ other: Node) -> Bool {
    var next = parent
    while let container = next {
      if container === other { return true }
      next = container.parent
    }
    return false
  }
}
