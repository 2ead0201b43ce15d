@testable import Espalier

extension ListDiff {
  /// The old list after all steps. Throws if a step is wrong.
  func replay<ID: Equatable>(_ old: [ID], _ new: [ID]) throws -> [ID] {
    var list = old
    var lastRow = -1
    for step in steps {
      func check(_ isRight: Bool, _ reason: String) throws { if !isRight { throw Fault(reason: "\(step): \(reason)") } }
      func checkPlace(_ to: Int, _ before: Int?) throws {
        try check((0...list.count).contains(to), "no such place")
        try check(before.map { old[$0] } == (to < list.count ? list[to] : nil), "another row is there")
      }
      switch step {
      case .remove(let row, let index):
        try check(lastRow < 0, "a removal after another step")
        try check(list[index] == old[row], "removes another row")
        list.remove(at: index)
      case .insert(let row, let index, let before):
        try check(row > lastRow, "not from the top down")
        lastRow = row
        try checkPlace(index, before)
        list.insert(new[row], at: index)
      case .move(let row, let from, let to, let before):
        try check(row > lastRow, "not from the top down")
        lastRow = row
        try check(list[from] == new[row], "moves another row")
        list.remove(at: from)
        try check(from != to, "moves nowhere")
        try checkPlace(to, before)
        list.insert(new[row], at: to)
      }
    }
    return list
  }

  struct Fault: Error { let reason: String }

  var moves: Int { steps.count { if case .move = $0 { true } else { false } } }
  var removals: [Int] { steps.compactMap { if case .remove(let old, _) = $0 { old } else { nil } } }
  var insertions: [Int] { steps.compactMap { if case .insert(let row, _, _) = $0 { row } else { nil } } }
}

/// All lists of distinct numbers below a count, in all orders.
func arrangements(below count: Int) -> [[Int]] {
  var result: [[Int]] = [[]]
  for id in 0..<count {
    result += result.flatMap { list in (0...list.count).map { Array(list[..<$0]) + [id] + Array(list[$0...]) } }
  }
  return result
}

extension [Int] {
  /// Changes the list randomly by cutting, reversing and mixing. `fresh` is the next unused number.
  mutating func disturb(_ fresh: inout Int, using random: inout SeededRandom) {
    func place(_ list: [Int]) -> Int { Int.random(in: 0...list.count, using: &random) }
    func range(_ list: [Int]) -> Range<Int> {
      let (a, b) = (place(list), place(list))
      return Swift.min(a, b)..<Swift.max(a, b)
    }
    let part = range(self)
    switch Int.random(in: 0..<9, using: &random) {
    case 0: removeSubrange(part)
    case 1:
      let block = Array(self[part])
      removeSubrange(part)
      insert(contentsOf: block, at: place(self))
    case 2: self = Array(self[part.lowerBound...]) + self[..<part.lowerBound]
    case 3: self[part].reverse()
    case 4: self[part].shuffle(using: &random)
    case 5:
      // Alternates the rows of both halves.
      let halves = (self[..<(count / 2)], self[(count / 2)...])
      self = zip(halves.0, halves.1).flatMap { [$1, $0] } + (count % 2 == 0 ? [] : suffix(1))
    case 6, 7:
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        insert(fresh, at: place(self))
        fresh += 1
      }
    default:
      for _ in 0..<Int.random(in: 1...20, using: &random) where !isEmpty {
        remove(at: Int.random(in: indices, using: &random))
      }
    }
  }
}
