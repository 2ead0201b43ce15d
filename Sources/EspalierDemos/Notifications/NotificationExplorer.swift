import Espalier

/// A nursery with a greenhouse, an orchard and three people: seven nodes. Each node can post a notification, and each
/// receiver shows its position in the order.
final class NotificationExplorer: ContainerModel {
  private let result = CellModel(PostResult())
  private let choice = CellModel(ScopeChoice())
  private let first = NotificationLeaf("I1", "Ada", listensTo: nil)
  /// What ends the listening of each node that was added to the listeners of the first person, by its key.
  private var added: [String: any Cancellable] = [:]
  private var total = 0
  private var posts = 0

  private var scope: NotificationScope {
    get { choice.content.scope }
    set { choice.content.scope = newValue }
  }

  override func didLoad() {
    persist(\.scope, as: "scope")
    header = choice
    add(result)
    add(tree)
    total = notify((any NotificationReceiver).self, .global) { _ in }
    on(ScopeChoice.choose) { $0.scope = $1 }
    on(NodeFace.post) { explorer in
      if let node = explorer.sendingReceiver { explorer.post(from: node) }
    }
    on(NodeFace.listen) { explorer, listens in
      if let node = explorer.sendingReceiver { explorer.add(node, asListener: listens) }
    }
  }

  private var tree: NotificationBox {
    let second = NotificationLeaf("I2", "Ben", listensTo: first)
    let section = NotificationBox("S", "Potting bench", listensTo: first, [first, second])
    let card = NotificationBox("F", "Greenhouse", listensTo: first, isReusable: true, [section])
    let third = NotificationLeaf("J", "Cleo", listensTo: first)
    let other = NotificationBox("G", "Orchard", listensTo: first, isReusable: true, [third])
    return NotificationBox("root", "Nursery", listensTo: first, [card, other])
  }

  /// The node whose button was pressed: a cell, or the box whose header was pressed.
  private var sendingReceiver: (any NotificationReceiver)? {
    sender as? any NotificationReceiver ?? sender?.parent as? any NotificationReceiver
  }

  private func post(from node: any NotificationReceiver) {
    posts += 1
    // Sharing the posting resets all faces: the last post is over.
    share(Posting(number: posts, by: node.face.name), to: NodeFace.posted)
    var order = 0
    let count = node.notify((any NotificationReceiver).self, scope) { receiver in
      order += 1
      receiver.receive(order)
    }
    result.content = PostResult(poster: node.face.name, scope: scope, count: count, total: total)
  }

  private func add(_ node: any NotificationReceiver, asListener listens: Bool) {
    if listens {
      added[node.nodeKey] = first.addListener(node)
    } else {
      added.removeValue(forKey: node.nodeKey)?.cancel()
    }
    node.face.listens = listens
  }
}
