import Testing

@testable import Espalier

/// The heart of it: a viewer who only receives patches has what a newcomer gets.
@Suite struct PatchLaws {
  /// Every list of distinct ids out of `ids`, in every order.
  private func arrangements(of ids: [String]) -> [[String]] {
    var result: [[String]] = [[]]
    for id in ids {
      result += result.flatMap { list in (0...list.count).map { Array(list[..<$0]) + [id] + Array(list[$0...]) } }
    }
    return result
  }

  private func list(_ ids: [String]) -> [String: CellModel<Row>] {
    Dictionary(uniqueKeysWithValues: ids.map { ($0, CellModel(Row(id: $0, text: $0))) })
  }

  @Test func `DIF-08 every pair of small lists: patched old is new, with the fewest moves`() throws {
    let ids = ["a", "b", "c", "d"]
    let lists = arrangements(of: ids)
    #expect(lists.count == 65)
    let cells = list(ids)
    let root = ContainerModel()
    var viewed = try Viewed(root)
    // A walk that goes from each list to each other one.
    let walk = lists.indices.flatMap { i in ((i + 1)..<lists.count).flatMap { [lists[i], lists[$0]] } } + [lists[0]]
    var old: [String] = []
    for new in walk {
      root.removeAll()
      root.add(new.compactMap { cells[$0] })
      let changes = try viewed.flush()
      let moves = changes.operations.count { if case .move = $0 { true } else { false } }
      let common = new.filter(old.contains)
      let positions = common.compactMap { id in old.filter(common.contains).firstIndex(of: id).map(Int32.init) }
      let isRight = viewed.snapshot.children.map(\.key) == new
      let isShortest = moves == common.count - longestIncreasingSubsequence(of: positions).count
      if let fault = try viewed.fault() ?? viewed.faultInDOM() ?? (isRight && isShortest ? nil : "\(moves) moves") {
        Issue.record("\(old) → \(new): \(fault)")
        return
      }
      old = new
    }
  }

  @Test(arguments: 0..<500)
  func `random trees and random changes: patched old is new`(seed: Int) throws {
    var random = SeededRandom(state: UInt64(seed))
    var script = RandomScript(random: random)
    var viewed = try Viewed(script.root, hasDOM: seed % 4 == 0)
    for _ in 0..<30 {
      for _ in 0..<Int.random(in: 1...6, using: &random) { script.change() }
      try viewed.flush()
      if let fault = try viewed.fault() {
        Issue.record("seed \(seed): \(fault), after \(script.log.suffix(6))")
        return
      }
    }
    #expect(try viewed.faultInDOM() == nil)
  }

  @Test func `DIF-07 a rotation is one move, a reversal n-1, swapped ends two`() {
    func moves(_ old: [String], _ new: [String]) -> Int {
      let cells = list(old)
      let root = ContainerModel()
      root.add(old.compactMap { cells[$0] })
      let tree = Tree(root)
      _ = tree.flush()
      root.removeAll()
      root.add(new.compactMap { cells[$0] })
      return tree.flush()?.operations.count ?? 0
    }
    #expect(moves(["1", "2", "3", "4"], ["4", "1", "2", "3"]) == 1)
    #expect(moves(["1", "2", "3", "4"], ["4", "3", "2", "1"]) == 3)
    #expect(moves(["1", "2", "3", "4"], ["4", "2", "3", "1"]) == 2)
    #expect(moves(["1", "2"], ["1", "2"]) == 0)
  }
}

/// Random structure verbs, content changes and hiding, over one tree.
struct RandomScript {
  let root = ContainerModel()
  private(set) var log: [String] = []
  private var random: SeededRandom
  private var nextID = 0
  private var out: [Node] = []

  init(random: SeededRandom) {
    self.random = random
    for _ in 0..<12 { change() }
  }

  private var everything: [Node] {
    func below(_ node: Node) -> [Node] { [node] + ((node as? ContainerModel)?.children.flatMap(below) ?? []) }
    return below(root)
  }

  private mutating func pick<T>(_ items: [T]) -> T? { items.randomElement(using: &random) }

  private mutating func newNode() -> Node {
    nextID += 1
    if Int.random(in: 0..<3, using: &random) == 0 {
      let container = ContainerModel(id: Bool.random(using: &random) ? "c\(nextID)" : nil as String?)
      container.add(Row(id: "inner", text: "\(nextID)"))
      return container
    }
    return CellModel(Row(id: Bool.random(using: &random) ? "r\(nextID)" : "same", text: "\(nextID)"))
  }

  /// Another node with the same id, and other nodes inside.
  private func copy(of node: Node) -> Node {
    guard let container = node as? ContainerModel else {
      return CellModel(Row(id: node.id ?? "", text: (node as? CellModel<Row>)?.content.text ?? ""))
    }
    let copy = ContainerModel(id: container.id)
    copy.add(container.children.map(self.copy))
    return copy
  }

  mutating func change() {
    let nodes = everything
    let containers = nodes.compactMap { $0 as? ContainerModel }
    guard let container = pick(containers) else { return }
    let node = pick(nodes.filter { $0 !== root })
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1:
      let new = newNode()
      container.insert(new, at: Int.random(in: 0...container.children.count, using: &random))
      log.append("insert \(new.address)")
    case 2:
      guard let node else { return }
      log.append("remove \(node.address)")
      node.parent?.remove(node)
      out.append(node)
    case 3:
      guard let node else { return }
      log.append("move \(node.address) to \(container.address)")
      container.insert(node, at: Int.random(in: 0...container.children.count, using: &random))
    case 4:
      guard let node, let parent = node.parent else { return }
      log.append("reorder \(node.address)")
      parent.move(node, to: Int.random(in: 0..<parent.children.count, using: &random))
    case 5:
      guard let node else { return }
      log.append("hide \(node.address)")
      node.isHidden.toggle()
    case 6:
      guard let node = out.popLast() else { return }
      container.add(node)
      log.append("return \(node.address)")
    case 7:
      // A row made anew under its old key, of its kind or of another.
      guard let node, let parent = node.parent else { return }
      log.append("replace \(node.address)")
      let isContainer = node is ContainerModel
      parent.replace(node, with: isContainer ? copy(of: node) : CellModel(Row(id: node.key, text: "\(nextID)")))
    case 8:
      log.append("make \(container.address) anew")
      let copies = container.children.map(copy)
      container.removeAll()
      container.add(copies.shuffled(using: &random))
    default:
      guard let cell = node as? CellModel<Row> else { return }
      cell.content.text += "!"
      log.append("change \(cell.address)")
    }
  }
}
