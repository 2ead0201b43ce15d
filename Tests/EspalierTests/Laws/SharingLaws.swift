import Testing

@testable import Espalier

/// Shared data in random trees, compared with a naive model: each subscriber knows the value that it would find by
/// walking up.
@Suite struct SharingLaws {
  private static let data = (0..<3).map { SharedData<Int?>("data\($0)") }
  private static let event = Event<Int>("event")

  @Test(arguments: 0..<150)
  func `subscribers know the values that they would find by walking up, and receive none twice (H-A7)`(seed: Int) {
    var random = SeededRandom(state: UInt64(seed))
    var world = World(random: random)
    for step in 0..<60 {
      world.change()
      if let fault = world.fault() {
        Issue.record("seed \(seed), step \(step): \(fault)")
        return
      }
      if Int.random(in: 0..<5, using: &random) == 0 { _ = world.tree.flushAll() }
    }
    _ = world.tree.flushAll()
    #expect(world.tree.violations().isEmpty)
  }

  /// A tree, and a record of what is shared and which nodes subscribed.
  private struct World {
    let root = ContainerModel(id: "root")
    let tree: Tree
    private var random: SeededRandom
    private var nodes: [Node] = []
    /// The received values in order, by node and name.
    private let received = Box<[String: [Int?]]>([:])
    private var subscribed: Set<String> = []
    /// The shared values, by node and name. A supplier that returns nil is an entry too, and hides values further up.
    private var shared: [String: Int?] = [:]

    init(random: SeededRandom) {
      self.random = random
      tree = Tree(root)
      nodes = [root]
      for index in 0..<14 {
        let node: Node = index % 2 == 0 ? ContainerModel(id: "c\(index)") : CellModel(Row(id: "r\(index)"))
        nodes.append(node)
        attach(node)
      }
    }

    private func key(_ node: Node, _ name: Int) -> String { "\(ObjectIdentifier(node).hashValue) \(name)" }

    private mutating func attach(_ node: Node) {
      let containers = nodes.compactMap { $0 as? ContainerModel }
      guard let container = containers.randomElement(using: &random) else { return }
      container.add(node)
    }

    mutating func change() {
      let name = Int.random(in: 0..<3, using: &random)
      let value = Int.random(in: 0..<4, using: &random)
      guard let node = nodes.randomElement(using: &random) else { return }
      switch Int.random(in: 0..<10, using: &random) {
      case 0, 1: attach(node)
      case 2: node.parent?.remove(node)
      case 3, 4:
        guard let container = node as? ContainerModel else { return }
        shared[key(container, name)] = value
        container.share(value, to: SharingLaws.data[name])
      case 5:
        guard let container = node as? ContainerModel else { return }
        shared.removeValue(forKey: key(container, name))
        container.share(nil, to: SharingLaws.data[name])
      case 6:
        let key = key(node, name)
        received.value[key] = []
        subscribed.insert(key)
        node.subscribe(to: SharingLaws.data[name]) { [received] _, value in
          received.value[key, default: []].append(value)
        }
      case 7, 8:
        guard let container = node as? ContainerModel else { return }
        let supplied = value == 0 ? nil : value
        shared.updateValue(supplied, forKey: key(container, name))
        container.share(to: SharingLaws.data[name]) { supplied }
      default:
        node.unsubscribe(from: SharingLaws.data[name].name)
        subscribed.remove(key(node, name))
      }
    }

    /// The value that a walk up from a node finds.
    private func found(_ node: Node, _ name: Int) -> Int? {
      var next = node as? ContainerModel ?? node.parent
      while let container = next {
        if let entry = shared[key(container, name)] { return entry }
        next = container.parent
      }
      return nil
    }

    func fault() -> String? {
      for node in nodes {
        for name in 0..<3 {
          let found = found(node, name)
          let value = node[SharingLaws.data[name]] ?? nil
          if value != found { return "\(node.key) looks up \(value as Any), there is \(found as Any)" }
          let key = key(node, name)
          guard subscribed.contains(key), let received = received.value[key] else { continue }
          if zip(received, received.dropFirst()).contains(where: { $0 == $1 }) {
            return "\(node.key) received a value twice: \(received)"
          }
          // A node outside the tree receives nothing until it is back.
          if received.last != .some(found), node.root === root {
            return "\(node.key) received \(received), there is \(found as Any)"
          }
        }
      }
      return nil
    }
  }

  @Test(arguments: 0..<60)
  func `each subscriber on the way up receives an event once, the inner ones first`(seed: Int) {
    var random = SeededRandom(state: UInt64(seed))
    let tree = Tree(ContainerModel(id: "root"))
    var containers = [tree.root]
    var nodes: [Node] = [tree.root]
    var heard: [Node] = []
    var order: [ObjectIdentifier: Int] = [:]
    for index in 0..<12 {
      let node: Node = Bool.random(using: &random) ? ContainerModel(id: "c\(index)") : CellModel(Row(id: "r\(index)"))
      containers.randomElement(using: &random)?.add(node)
      nodes.append(node)
      if let container = node as? ContainerModel { containers.append(container) }
    }
    for round in 0..<30 {
      guard let node = nodes.randomElement(using: &random) else { return }
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        node.removeHandlers()
        order[ObjectIdentifier(node)] = nil
      case 1: containers.randomElement(using: &random).map { $0.add(node, at: .index($0.children.count)) }
      default:
        node.on(Self.event) { node, _ in heard.append(node) }
        order[ObjectIdentifier(node)] = round
      }
      guard let sender = nodes.randomElement(using: &random) else { return }
      heard = []
      sender.send(Self.event, 1)
      var expected: [Node] = []
      for container in ContainerPath(from: sender.hub) {
        expected += nodes.filter { $0.hub === container && order[ObjectIdentifier($0)] != nil }
      }
      #expect(heard.count == expected.count && Set(heard.map(\.key)) == Set(expected.map(\.key)))
      let depths = heard.map { $0.hub?.path.count ?? 0 }
      #expect(depths == depths.sorted(by: >))
    }
  }

  @Test(arguments: 0..<60)
  func `nodes receive shared data in document order`(seed: Int) {
    var random = SeededRandom(state: UInt64(seed))
    let tree = Tree(ContainerModel(id: "root"))
    var containers = [tree.root]
    var nodes: [Node] = [tree.root]
    for index in 0..<16 {
      let node: Node = Bool.random(using: &random) ? ContainerModel(id: "c\(index)") : CellModel(Row(id: "r\(index)"))
      containers.randomElement(using: &random)?.add(node)
      nodes.append(node)
      if let container = node as? ContainerModel { containers.append(container) }
    }
    var heard: [ObjectIdentifier] = []
    for round in 0..<60 {
      guard let node = nodes.randomElement(using: &random) else { return }
      switch Int.random(in: 0..<6, using: &random) {
      case 0: node.unsubscribe(from: Self.data[0].name)
      case 1:
        if let parent = containers.randomElement(using: &random) {
          parent.add(node, at: .index(parent.children.count / 2))
        }
      case 2, 3:
        if let parent = node.parent {
          parent.children.move(node, to: Int.random(in: parent.children.indices, using: &random))
        }
      default: node.subscribe(to: Self.data[0]) { node, _ in heard.append(ObjectIdentifier(node)) }
      }
      heard = []
      tree.root.share(round, to: Self.data[0])
      let inOrder = order(tree.root).filter { node in node.subscriptions.count > 0 }
      #expect(heard == inOrder.map { ObjectIdentifier($0) }, "seed \(seed), round \(round)")
    }
  }

  private func order(_ node: Node) -> [Node] {
    [node] + ((node as? ContainerModel)?.nodes.flatMap(order) ?? [])
  }
}
