import Testing

@testable import Espalier

@Suite struct ListDiffTests {
  /// The old indices of removed rows, the new indices of inserted rows, and the number of moves.
  private func changes(_ old: [String], _ new: [String]) throws -> (removed: [Int], inserted: [Int], moves: Int) {
    let diff = ListDiff(from: old, to: new)
    #expect(try diff.replay(old, new) == new)
    return (diff.removals, diff.insertions, diff.moves)
  }

  @Test func `removals have old indices, insertions have new indices, and nothing moves (DIF-03)`() throws {
    let diff = try changes(
      ["Select", "Apply", "H1", "P11", "P12", "P13", "H2", "P21", "P22", "P23"],
      ["Reset", "H1", "P11", "H2", "P21", "P211", "P22", "P23"])
    #expect(diff == ([0, 1, 4, 5], [0, 5], 0))
  }

  @Test func `rows between fields are removed and inserted (DIF-05)`() throws {
    let diff = try changes(
      ["Select", "Apply", "Htf", "TF1", "P11", "P12", "P13", "H2", "P21", "P22", "TF2"],
      ["Reset", "Htf", "TF1", "H2", "P21", "P22", "P23", "TF2", "P24"])
    #expect(diff == ([0, 1, 4, 5, 6], [0, 6, 8], 0))
  }

  @Test func `equal lists need no step, and empty lists need only insertions or removals (DIF-06)`() throws {
    let ids = ["a", "b", "c"]
    #expect(try changes(ids, ids) == ([], [], 0))
    #expect(try changes([], ids) == ([], [0, 1, 2], 0))
    #expect(try changes(ids, []) == ([0, 1, 2], [], 0))
    #expect(try changes([], []) == ([], [], 0))
  }

  @Test(arguments: [2, 3, 4, 10, 100])
  func `a rotation is one move, a reversal n-1 and a swap of the ends two (DIF-07)`(count: Int) throws {
    let ids = (0..<count).map(\.description)
    #expect(try changes(ids, [ids[count - 1]] + ids.dropLast()) == ([], [], 1))
    #expect(try changes(ids, ids.dropFirst() + [ids[0]]) == ([], [], 1))
    #expect(try changes(ids, ids.reversed()) == ([], [], count - 1))
    if count > 3 {
      #expect(try changes(ids, [ids[count - 1]] + ids[1..<(count - 1)] + [ids[0]]) == ([], [], 2))
    }
  }

  @Test func `for a moved block, either the block moves or the rows that it passes, whichever are fewer`() throws {
    let ids = (0..<100).map(\.description)
    #expect(try changes(ids, Array(ids[10...] + ids[..<10])).moves == 10)
    #expect(try changes(ids, Array(ids[90...] + ids[..<90])).moves == 10)
  }
}

/// Counts comparisons and hashes of an id. This is not a measurement: each run gives the same counts.
private struct Counted: Hashable {
  final class Counter {
    var comparisons = 0
    var hashes = 0
  }
  let id: Int
  let counter: Counter

  static func == (left: Self, right: Self) -> Bool {
    left.counter.comparisons += 1
    return left.id == right.id
  }
  func hash(into hasher: inout Hasher) {
    counter.hashes += 1
    hasher.combine(id)
  }
}

/// Twice as many rows cost twice as much, whatever changes.
@Suite struct ListDiffScaling {
  private static let changes: [(name: String, change: @Sendable ([Int]) -> [Int])] = [
    ("unchanged", { $0 }),
    ("rotated by one", { $0.suffix(1) + $0.dropLast() }),
    ("halves swapped", { Array($0[($0.count / 2)...] + $0[..<($0.count / 2)]) }),
    ("reversed", { $0.reversed() }),
    ("all new", { ids in ids.map { $0 + ids.count } }),
    ("emptied", { _ in [] }),
    ("every other one gone", { $0.filter { $0 % 2 == 0 } }),
    ("every third one new", { ids in ids.map { $0 % 3 == 0 ? $0 + ids.count : $0 } }),
    ("many blocks moved", { ids in stride(from: 0, to: ids.count, by: 20).reversed().flatMap { ids[$0..<($0 + 20)] } }),
    ("all the same", { ids in ids.map { _ in 0 } }),
    (
      "shuffled",
      { ids in
        var random = SeededRandom(state: 1)
        return ids.shuffled(using: &random)
      }
    ),
  ]

  @Test func `ids with equal hashes are different rows (H-B3)`() {
    struct Colliding: Hashable {
      let id: Int
      func hash(into hasher: inout Hasher) { hasher.combine(0) }
    }
    for (old, new) in [([1, 2, 3], [3, 1, 4]), ([1, 2], [2, 1]), ([], [1, 2]), ([1, 2, 3, 4], [4, 2])] {
      let colliding = ListDiff(from: old.map(Colliding.init), to: new.map(Colliding.init))
      #expect(colliding == ListDiff(from: old, to: new))
    }
  }

  @Test(arguments: changes.indices)
  func `cost is linear`(index: Int) throws {
    let (name, change) = Self.changes[index]
    for repeats in [1, 50] {
      for count in [1000, 4000] {
        let ids = (0..<count).map { $0 / repeats }
        let counter = Counted.Counter()
        func counted(_ ids: [Int]) -> [Counted] { ids.map { Counted(id: $0, counter: counter) } }
        let diff = ListDiff(from: counted(ids), to: counted(change(ids)))
        // In the dictionary, the slot of a key that all rows have may come after a long run of others, depending on the
        // process's hash seed.
        #expect(counter.comparisons <= 120 * count, "\(name), each id \(repeats) times: \(counter.comparisons)")
        #expect(counter.hashes <= 2 * count, "\(name), each id \(repeats) times: \(counter.hashes)")
        #expect(diff.steps.count <= 2 * count)
      }
    }
  }

  @Test func `the longest increasing subsequence of 100,000 numbers in any order is found quickly`() {
    var random = SeededRandom(state: 7)
    let numbers = (0..<Int32(100_000)).shuffled(using: &random)
    let chosen = longestIncreasingSubsequence(of: numbers).map { numbers[$0] }
    #expect(zip(chosen, chosen.dropFirst()).allSatisfy { $0 < $1 })
    #expect(chosen.count > 500)
  }
}
