import Testing

@testable import Espalier

/// Notifications in random trees compared with a naive model: paths of ids, and lists of added listeners.
@Suite struct NotificationLaws {
  @Test(arguments: 0..<60)
  func `each scope calls the nodes that the model expects, in the same order`(seed: Int) {
    var world = World(random: SeededRandom(state: UInt64(seed)))
    for step in 0..<50 {
      world.change()
      guard let fault = world.fault() else { continue }
      Issue.record("seed \(seed), step \(step): \(fault)")
      return
    }
  }

  @Test(arguments: 0..<60)
  func `listeners that change the tree call no node outside the page, and no node twice`(seed: Int) {
    var random = SeededRandom(state: UInt64(seed))
    let world = Box(World(random: random))
    for _ in 0..<40 {
      let (nodes, calls) = (world.value.nodes, Box<Set<ObjectIdentifier>>([]))
      guard let poster = nodes.randomElement(using: &random),
        let scope = NotificationScope.allCases.randomElement(using: &random)
      else { return }
      let expected = Set(world.value.expected(poster, scope).map(ObjectIdentifier.init))
      let count = poster.notify((any Caller).self, scope) { node in
        #expect(node.tree === world.value.tree)
        #expect(calls.value.insert(ObjectIdentifier(node)).inserted)
        #expect(expected.contains(ObjectIdentifier(node)))
        world.value.change()
      }
      #expect(count == calls.value.count)
    }
  }

  /// A tree and a simple model of it.
  private struct World {
    let tree: Tree
    private(set) var nodes: [Node] = []
    private let calls = Box<[String]>([])
    private var random: SeededRandom
    private var added: [ObjectIdentifier: [Node]] = [:]

    init(random: SeededRandom) {
      self.random = random
      let root = CalledBox("root", calls)
      tree = Tree(root)
      _ = tree.flushAll()
      nodes = [root]
      for number in 0..<16 {
        let node: Node =
          switch number % 5 {
          case 0: CalledBox("c\(number)", calls, isReusable: Bool.random(using: &self.random))
          case 1: ContainerModel(id: "p\(number)")
          case 2: CellModel(Row(id: "r\(number)"))
          default: CalledCell("i\(number)", calls)
          }
        nodes.append(node)
        attach(node)
      }
    }

    private mutating func attach(_ node: Node) {
      let container = nodes.compactMap { $0 as? ContainerModel }.randomElement(using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: container?.header = node
      case 1: container?.footer = node
      default: container?.add(node, at: .first)
      }
    }

    mutating func change() {
      guard let node = nodes.randomElement(using: &random), let other = nodes.randomElement(using: &random) else {
        return
      }
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: if node !== tree.root { attach(node) }
      case 2: node.parent?.remove(node)
      case 3: node.isHidden.toggle()
      case 4:
        node.addListener(other)
        if !added[ObjectIdentifier(node), default: []].contains(where: { $0 === other }) {
          added[ObjectIdentifier(node), default: []].append(other)
        }
      default:
        node.addListener(other).cancel()
        added[ObjectIdentifier(node)]?.removeAll { $0 === other }
      }
    }

    /// All nodes of a subtree in document order.
    private func subtree(_ node: Node) -> [Node] {
      guard let container = node as? ContainerModel else { return [node] }
      let inside = [container.header].compactMap(\.self) + container.children + [container.footer].compactMap(\.self)
      return [node] + inside.flatMap(subtree)
    }

    private func above(_ node: Node) -> [Node] { node.parent.map { [$0] + above($0) } ?? [] }

    func expected(_ poster: Node, _ scope: NotificationScope) -> [Node] {
      guard poster.root === tree.root else { return [] }
      let unit = ([poster] + above(poster)).first { ($0 as? ContainerModel)?.isReusable == true }
      let wanted =
        switch scope {
        case .global: subtree(tree.root)
        case .reusable: subtree(unit ?? tree.root)
        case .children: Array(subtree(poster).dropFirst())
        case .childrenAndSelf: subtree(poster)
        case .parents: above(poster)
        case .manually: (added[ObjectIdentifier(poster)] ?? []).filter { $0.root === tree.root }
        }
      return wanted.filter { $0 is any Caller }
    }

    func fault() -> String? {
      for poster in nodes {
        for scope in NotificationScope.allCases {
          calls.value = []
          let count = poster.notify((any Caller).self, scope) { $0.call() }
          let expected = expected(poster, scope).map { $0.id ?? "" }
          if calls.value != expected || count != expected.count {
            return "\(poster.id ?? "") posts \(scope): \(calls.value), not \(expected)"
          }
        }
        let there = (added[ObjectIdentifier(poster)] ?? []).count { $0.root === tree.root }
        if poster.root === tree.root, poster.listenerCount != there { return "\(poster.id ?? "") counts \(there)" }
      }
      return nil
    }
  }
}
