import EspalierTestSupport
import Testing

@testable import Espalier

/// Laws for the difference between any two lists.
@Suite struct ListDiffLaws {
  /// What is wrong with the difference between two lists of distinct ids; nil if nothing is.
  private func fault(_ old: [Int], _ new: [Int], longest: ([Int]) -> Int) -> String? {
    let diff = ListDiff(from: old, to: new)
    do {
      let replayed = try diff.replay(old, new)
      if replayed != new { return "\(old) → \(new) becomes \(replayed)" }
    } catch {
      return "\(old) → \(new): \(error)"
    }
    let places = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1, $0) })
    let common = new.compactMap { places[$0] }
    let fewest = common.count - longest(common)
    if diff.moves != fewest { return "\(old) → \(new) takes \(diff.moves) moves instead of \(fewest)" }
    let rest = (old.count - common.count) + (new.count - common.count)
    return diff.steps.count == fewest + rest ? nil : "\(old) → \(new) takes \(diff.steps.count) steps"
  }

  /// The length of the longest increasing subsequence, found by trying all subsequences.
  private func longestOfAll(_ numbers: [Int]) -> Int {
    (0..<(1 << numbers.count)).reduce(0) { best, subset in
      if subset.nonzeroBitCount <= best { return best }
      let chosen = numbers.indices.filter { subset >> $0 & 1 == 1 }.map { numbers[$0] }
      return zip(chosen, chosen.dropFirst()).allSatisfy { $0 < $1 } ? chosen.count : best
    }
  }

  /// The same length, found by patience sorting.
  private func longestByPiles(_ numbers: [Int]) -> Int {
    var tops: [Int] = []
    for number in numbers {
      if let last = tops.last, last >= number {
        tops[tops.firstIndex { $0 >= number } ?? 0] = number
      } else {
        tops.append(number)
      }
    }
    return tops.count
  }

  /// Ids are only compared, so their values do not matter: 0, 1, 2, … in order stands for every old list.
  @Test
  func
    `for all pairs of lists of up to six rows, replaying the diff on old gives new, with the fewest moves (DIF-08, H-A11)`()
  {
    let lists = arrangements(below: 6)
    #expect(lists.count == 1957)
    var longest: [[Int]: Int] = [:]
    for old in (0...6).map({ Array(0..<$0) }) {
      for new in lists {
        let fault = fault(old, new) { numbers in
          if let known = longest[numbers] { return known }
          longest[numbers] = longestOfAll(numbers)
          return longest[numbers] ?? 0
        }
        if let fault {
          Issue.record("\(fault)")
          return
        }
      }
    }
  }

  @Test(arguments: 0..<10)
  func `for random pairs of up to 200 rows, replaying the diff on old gives new, with the fewest moves (DIF-08)`(
    seed: Int
  ) {
    var random = SeededRandom(state: UInt64(seed))
    for _ in 0..<rounds(1000) {
      let old = Array(0..<Int.random(in: 0...150, using: &random))
      var (new, fresh) = (old, old.count)
      for _ in 0..<Int.random(in: 1...5, using: &random) { new.disturb(&fresh, using: &random) }
      if let fault = fault(old, Array(new.prefix(200)), longest: longestByPiles) {
        Issue.record("seed \(seed): \(fault)")
        return
      }
    }
  }

  @Test(arguments: 0..<10)
  func `with repeated ids, as many rows are kept as both lists have (DIF-09)`(seed: Int) throws {
    var random = SeededRandom(state: UInt64(seed))
    for _ in 0..<rounds(300) {
      let ids = Int.random(in: 1...40, using: &random)
      func list() -> [Int] {
        (0..<Int.random(in: 0...80, using: &random)).map { _ in Int.random(in: 0..<ids, using: &random) }
      }
      let old = list()
      var (new, fresh) = (old, 0)
      new.disturb(&fresh, using: &random)
      if Bool.random(using: &random) { new = list() }
      let places = RowMatching.places(
        of: new.count, in: old.count, isSame: { old[$0] == new[$1] }, hashOfOld: { old[$0] }, hashOfNew: { new[$0] })
      let kept = zip(places, new).filter { $0.0 >= 0 }
      #expect(kept.allSatisfy { old[Int($0)] == $1 }, "equal rows only")
      #expect(Set(kept.map(\.0)).count == kept.count, "each once")
      let most = Set(old).reduce(0) { sum, id in sum + min(old.count { $0 == id }, new.count { $0 == id }) }
      #expect(kept.count == most, "as many as possible")
      #expect(try ListDiff(from: old, to: new).replay(old, new) == new, "\(old) → \(new)")
    }
  }
}
