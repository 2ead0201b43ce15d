/// Who looks at the page of a tree: clients that follow it, and the windows of clients, which report what they have in view.
final class Viewers: TreeFeature {
  private struct Viewer {
    var visitor: (any Visitor)?
    /// What a window has in view.
    var nodes: [WeakNode] = []
  }

  private struct WeakNode { weak var node: Node? }

  /// The viewers by their numbers: by the order in which they came.
  private var viewers: [Int: Viewer] = [:]
  /// The windows with rows in view, by client and by the name that the window has given itself.
  private var windows: [String: [String: Int]] = [:]
  /// The clients that follow the page.
  private var followers: [String: Int] = [:]
  private var last = 0
  /// The nodes that ask who looks at them.
  private var asking: [WeakNode] = []
  /// Whether a node asks who follows the page.
  var asksForFollowers = false

  private func add(_ visitor: (any Visitor)?) -> Int {
    last += 1
    viewers[last] = Viewer(visitor: visitor)
    return last
  }

  /// The most windows of a client. More of them come from somebody who makes names up.
  private static let mostWindows = 32

  /// The number of a client's window. A window that is not known gets a number if `isNew` is true; otherwise nil.
  func window(_ name: String, of client: String, _ visitor: (any Visitor)?, isNew: Bool) -> Int? {
    guard let number = windows[client]?[name] ?? (isNew ? add(visitor) : nil) else { return nil }
    windows[client, default: [:]][name] = number
    viewers[number]?.visitor = visitor
    return number
  }

  /// Forgets the oldest window of a client that has the most. Returns what it had in view.
  func forgetOldest(of client: String) -> [(node: Node, number: Int)] {
    guard let all = windows[client], all.count >= Self.mostWindows, let oldest = all.min(by: { $0.value < $1.value })
    else { return [] }
    windows[client]?[oldest.key] = nil
    return forget(oldest.value)
  }

  private func forget(_ number: Int) -> [(node: Node, number: Int)] {
    viewers.removeValue(forKey: number)?.nodes.compactMap { entry in entry.node.map { ($0, number) } } ?? []
  }

  /// A window has nodes in view.
  func note(_ number: Int, sees nodes: [Node]) {
    viewers[number]?.nodes.removeAll { $0.node?.isSeen(by: number) != true }
    viewers[number]?.nodes += nodes.map { WeakNode(node: $0) }
  }

  /// The visitor behind a viewer.
  func visitor(_ number: Int) -> (any Visitor)? { viewers[number]?.visitor }

  /// Those who look at a node, in the order in which they came: at the root, those who follow the page.
  func all(of node: Node) -> [Int] {
    (node.tree?.root === node ? Array(followers.values) : Array(node.seenBy)).sorted()
  }

  /// A client follows the page from now on, or as another visitor.
  func come(_ client: String, _ visitor: (any Visitor)?) {
    if let number = followers[client] { viewers[number]?.visitor = visitor } else { followers[client] = add(visitor) }
  }

  /// A client does not look any more. Returns what its windows had in view.
  func leave(_ client: String) -> [(node: Node, number: Int)] {
    if let number = followers.removeValue(forKey: client) { viewers[number] = nil }
    let numbers = windows.removeValue(forKey: client)?.values.sorted() ?? []
    return numbers.flatMap(forget)
  }

  /// A node asks who looks at it.
  func ask(_ node: Node, isRoot: Bool) {
    if isRoot { asksForFollowers = true }
    asking.append(WeakNode(node: node))
  }

  /// The viewers of a client may be other people now: it has sent an event, or has come with another session.
  func recognize(_ client: String) {
    if asking.contains(where: { $0.node == nil }) { asking.removeAll { $0.node == nil } }
    let (follower, numbers) = (followers[client], windows[client].map { Array($0.values) } ?? [])
    for case let node? in asking.map(\.node) where node.isInPage {
      let own = node.tree?.root === node ? [follower].compactMap(\.self) : numbers.filter(node.isSeen)
      if !own.isEmpty { node.existing(Presence.self)?.update(node, recognizing: own) }
    }
  }
}

extension EventSender {
  /// The name by which a page knows who looks at it.
  package var viewerName: String { browser ?? address }
}

extension Tree {
  /// Whether a host must tell who follows the page.
  var asksForFollowers: Bool { existing(Viewers.self)?.asksForFollowers == true }

  /// Whether a host must tell who does not look any more.
  var knowsViewers: Bool { existing(Viewers.self) != nil }

  /// A client follows the page from now on, or as another visitor.
  func viewerCame(_ client: String, _ visitor: (any Visitor)?) {
    feature(Viewers.self).come(client, visitor)
    feature(Viewers.self).recognize(client)
  }

  /// A client has not followed the page for a while: nobody looks there.
  func viewerLeft(_ client: String) {
    for (node, number) in feature(Viewers.self).leave(client) where node.isSeen(by: number) { lose(number, of: node) }
    root.existing(Presence.self)?.update(root)
  }
}
