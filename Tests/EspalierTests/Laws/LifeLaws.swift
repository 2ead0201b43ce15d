import EspalierTestSupport
import Testing

@testable import Espalier

/// Laws for any operation on a tree: hooks come in the order of a life, a node gets exactly the hooks for what happened
/// to it, its listeners end with it, no notification reaches it outside the page, and it is released after it leaves.
@Suite struct LifeLaws {
  @Test func `after many operations each node had the right hooks, was called only in the page, and was released`()
    throws
  {
    let world = try LivingWorld(seed: 6)
    for turn in 1...rounds(100_000) {
      world.act()
      if turn.isMultiple(of: 40) { try world.settle() }
    }
    #expect(world.faults == [])
    #expect(world.calls > rounds(50_000) && world.population > 10)
    try world.clear()
    #expect(world.population == 1, "only the root is left")
    #expect(world.signal.listenerCount == 0)
    #expect(world.holder.listenerCount == 0)
    #expect(world.faults == [])
  }
}

private protocol Hearer {
  func hearNotification()
}

/// A tree of nodes that check their own lives, and the random operations on it.
final class LivingWorld {
  let signal = Signal<Int>()
  let holder = Signal(0)
  let root = ContainerModel()
  fileprivate(set) var faults: [String] = []
  fileprivate(set) var calls = 0
  fileprivate(set) var population = 1
  private var viewed: Viewed
  private var settlings = 0
  private var random: SeededRandom
  private var out: [Node] = []
  private var made = 0
  private var isInterrupted = false

  init(seed: UInt64) throws {
    random = SeededRandom(state: seed)
    viewed = try Viewed(root, hasDOM: false)
  }

  private var everything: [Node] {
    var all: [Node] = [root]
    var next = 0
    while next < all.count {
      if let container = all[next] as? ContainerModel { all += container.nodes }
      next += 1
    }
    return all
  }

  private func make() -> Node {
    made += 1
    population += 1
    if made % 4 != 0 { return WitnessCell(made, self) }
    let container = WitnessContainer(made, self)
    container.add(WitnessCell(made, self))
    population += 1
    return container
  }

  /// Sometimes runs an operation while a node's hook runs.
  func interrupt() {
    guard !isInterrupted, Int.random(in: 0..<40, using: &random) == 0 else { return }
    isInterrupted = true
    act()
    isInterrupted = false
  }

  /// One random operation.
  func act() {
    let nodes = everything
    let containers = nodes.compactMap { $0 as? ContainerModel }
    guard let container = containers.randomElement(using: &random) else { return }
    let node = nodes.dropFirst().randomElement(using: &random)
    // A full tree loses more nodes than it gets.
    switch Int.random(in: 0..<(nodes.count > 30 ? 17 : 13), using: &random) {
    case 0...3: container.add(make())
    case 4: node.map { container.add($0, at: .first) }
    case 5: node?.isHidden.toggle()
    case 6: signal.send(made)
    case 7: holder.update { $0 += 1 }
    case 8: out.popLast().map { container.add($0) }
    case 9: if container !== root { container.header = node }
    case 10: node.map { $0.parent?.children.replace($0, with: make()) }
    case 11: notify(from: node ?? root)
    case 12: out.last.map(notify)
    case 13: if container !== root { container.set(rows: [Row](), animations: .replaceAll) }
    case 14: node.map { $0.parent?.remove($0) }
    default:
      guard let node else { return }
      node.parent?.remove(node)
      out.append(node)
    }
    if out.count > 5 { out = [] }
  }

  /// Posts in a random scope. One receiver may change the tree meanwhile.
  private func notify(from node: Node) {
    guard let scope = NotificationScope.allCases.randomElement(using: &random) else { return }
    if let listener = everything.randomElement(using: &random) { node.addListener(listener) }
    var turn = Int.random(in: 0..<20, using: &random)
    node.notify((any Hearer).self, scope) { hearer in
      hearer.hearNotification()
      turn -= 1
      if turn == 0 { act() }
    }
  }

  /// Flushes, and compares the hooks that nodes received with their state.
  func settle() throws {
    try viewed.flush()
    settlings += 1
    if settlings.isMultiple(of: 10), let fault = try viewed.fault() { faults.append(fault) }
    for node in everything {
      let isTold = node.life.contains(.shown)
      if isTold != node.isShown { faults.append("\(node.address) had didShow: \(isTold)") }
      if node !== root, !node.life.isSuperset(of: [.attached, .attachedToRoot]) {
        faults.append("\(node.address) had hooks for \(node.life)")
      }
    }
    for node in out where !node.life.subtracting(.loaded).isEmpty {
      faults.append("\(node.key) is out and had hooks for \(node.life)")
    }
  }

  func clear() throws {
    isInterrupted = true
    out = []
    root.children.removeAll()
    root.header = nil
    try settle()
  }
}

/// A node's own record of its hooks, checked at each call.
private final class Witness {
  unowned let world: LivingWorld
  private var life: Life = []

  init(_ world: LivingWorld) { self.world = world }

  /// Notes a hook that begins a step. The step must not have begun before.
  func begin(_ step: Life, after others: Life = []) {
    check(!life.contains(step) && life.isSuperset(of: others), "\(step) began")
    life.insert(step)
    world.interrupt()
  }

  /// Notes a hook that ends a step. The step must have begun before.
  func end(_ step: Life, after others: Life = []) {
    check(life.contains(step) && life.isDisjoint(with: others), "\(step) ended")
    life.remove(step)
    world.interrupt()
  }

  /// Checks a call that only a node in the page may get.
  func hear() { check(life.contains(.attachedToRoot), "it was called") }

  private func check(_ holds: Bool, _ what: String) {
    world.calls += 1
    if !holds { world.faults.append("\(what) after hooks for \(life)") }
  }
}

private final class WitnessCell: CellModel<Note>, Hearer {
  private let witness: Witness

  init(_ number: Int, _ world: LivingWorld) {
    witness = Witness(world)
    super.init(Note(text: ""), key: "\(number % 20)")
    listen(to: world.signal) { $0.hear($1) }
    listen(to: world.holder) { $0.content.text = "\($1)" }
  }

  deinit { witness.world.population -= 1 }

  func hearNotification() { witness.hear() }

  private func hear(_ number: Int) {
    witness.hear()
    content.text = "\(number)"
  }

  override func didAttach() { witness.begin(.attached) }
  override func didAttachToRoot() { witness.begin(.attachedToRoot) }
  override func didShow() { witness.begin(.shown, after: .attachedToRoot) }
  override func didHide() { witness.end(.shown) }
  override func didDetachFromRoot() { witness.end(.attachedToRoot, after: .shown) }
  override func didDetach() { witness.end(.attached) }
}

private final class WitnessContainer: ContainerModel, Hearer {
  private let witness: Witness

  init(_ number: Int, _ world: LivingWorld) {
    witness = Witness(world)
    super.init(id: "c\(number % 20)")
    listen(to: world.signal) { container, _ in container.witness.hear() }
  }

  func hearNotification() { witness.hear() }

  deinit { witness.world.population -= 1 }

  override func didAttach() { witness.begin(.attached) }
  override func didAttachToRoot() { witness.begin(.attachedToRoot) }
  override func didShow() { witness.begin(.shown, after: .attachedToRoot) }
  override func didHide() { witness.end(.shown) }
  override func didDetachFromRoot() { witness.end(.attachedToRoot, after: .shown) }
  override func didDetach() { witness.end(.attached) }
}
