import EspalierTestSupport
import Testing

@testable import Espalier

/// The central law: a viewer that receives only patches has the same page as one that loads it.
@Suite struct PatchLaws {
  /// All lists of distinct ids from `ids`, in all orders.
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

  @Test func `for all pairs of small lists, patching old gives new, with the fewest moves (DIF-08)`() throws {
    let ids = ["a", "b", "c", "d"]
    let lists = arrangements(of: ids)
    #expect(lists.count == 65)
    let cells = list(ids)
    let root = ContainerModel()
    var viewed = try Viewed(root)
    // A sequence that contains the step from each list to each other one.
    let walk = lists.indices.flatMap { i in ((i + 1)..<lists.count).flatMap { [lists[i], lists[$0]] } } + [lists[0]]
    var old: [String] = []
    for new in walk {
      root.children.removeAll()
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

  @Test(arguments: seeds(400))
  func `after random changes to random trees by methods and values, patching old gives new (H-B4)`(seed: Int) throws {
    try run(seed, regions: [])
  }

  @Test(arguments: seeds(80))
  func `in random trees in the regions of a page, patching old gives new`(seed: Int) throws {
    try run(seed, regions: ["left", "right"])
  }

  @Test(arguments: seeds(200))
  func `after random changes that wait for their container's window, patching old gives new, and no change is lost`(
    seed: Int
  ) throws {
    var now = Duration.zero
    var random = SeededRandom(state: UInt64(seed))
    try run(seed, regions: []) { viewed in
      now += .milliseconds(Int.random(in: 0...40, using: &random))
      try viewed.push(at: now)
    }
  }

  @Test func `the random changes include each kind of operation, in both dialects`() {
    var (kinds, words): (Set<Substring>, Set<String>) = ([], [])
    let dialect = DOMDialect(html: HTMLDialect(events: "/events"))
    for seed in 0..<40 {
      var script = RandomScript(random: SeededRandom(state: UInt64(seed)))
      let tree = Tree(script.root)
      for _ in 0..<20 {
        for _ in 0..<4 { script.change() }
        guard let changes = tree.flushAll() else { continue }
        kinds.formUnion(changes.summary.compactMap { $0.split(separator: " ").first })
        guard case .array(let operations)? = try? JSON(parsing: dialect.patch(changes)) else { continue }
        for case .array(let operation) in operations { words.insert(operation.first?.text ?? "") }
      }
    }
    #expect(kinds == ["insert", "remove", "move", "relocate", "update", "relayout", "replace"])
    #expect(words == ["=", "<", "+", "-", ">", "^"])
  }

  private func run(
    _ seed: Int, regions: [String], flush: (inout Viewed) throws -> Void = { try $0.flush() }
  ) throws {
    var random = SeededRandom(state: UInt64(seed))
    var script = RandomScript(random: random, regions: regions)
    let hasDOM = seed % 4 == 0 || !regions.isEmpty
    var viewed = try Viewed(script.root, hasDOM: hasDOM, regions: regions)
    for step in 0..<30 {
      for _ in 0..<Int.random(in: 1...6, using: &random) { script.change() }
      do {
        if step == 29 { try viewed.flush() } else { try flush(&viewed) }
        let fault = try viewed.fault() ?? (step % 5 == 4 ? viewed.faultInDOM() : nil)
        if let fault { throw DOMFailure(reason: fault) }
      } catch {
        Issue.record("seed \(seed), step \(step): \(error), after \(script.log.suffix(6))")
        return
      }
    }
  }

  @Test func `a rotation is one move, a reversal n-1 and a swap of the ends two (DIF-07)`() {
    func moves(_ old: [String], _ new: [String]) -> Int {
      let cells = list(old)
      let root = ContainerModel()
      root.add(old.compactMap { cells[$0] })
      let tree = Tree(root)
      _ = tree.flush()
      root.children.removeAll()
      root.add(new.compactMap { cells[$0] })
      return tree.flush()?.operations.count ?? 0
    }
    #expect(moves(["1", "2", "3", "4"], ["4", "1", "2", "3"]) == 1)
    #expect(moves(["1", "2", "3", "4"], ["4", "3", "2", "1"]) == 3)
    #expect(moves(["1", "2", "3", "4"], ["4", "2", "3", "1"]) == 2)
    #expect(moves(["1", "2"], ["1", "2"]) == 0)
  }
}
