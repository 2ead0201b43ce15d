import Synchronization

/// A number that only grows, from any thread.
package final class Counter: Sendable {
  private let number = Atomic(0)

  package init() {}

  /// What was counted so far.
  package var value: Int { number.load(ordering: .relaxed) }

  package func add(_ more: Int = 1) { number.add(more, ordering: .relaxed) }
}

/// Counters side by side in one piece of memory, for tables whose size is known.
package final class CounterRow<let count: Int>: Sendable {
  private let numbers = InlineArray<count, Atomic<Int>> { _ in Atomic(0) }

  subscript(index: Int) -> Int { numbers[index].load(ordering: .relaxed) }

  package func add(_ more: Int = 1, at index: Int) { numbers[index].add(more, ordering: .relaxed) }
}

/// One counter for each label of a set that is fixed at the start: what clients send can never make a new one.
package final class CounterSet<Label: RawRepresentable<String> & Hashable & Sendable>: Sendable {
  let labels: [Label]
  private let counters: [Label: Counter]
  private let others = Counter()

  package init(_ labels: [Label]) {
    self.labels = labels
    counters = Dictionary(uniqueKeysWithValues: labels.map { ($0, Counter()) })
  }

  /// What was counted for a label; for one that is not in the set, for all such together.
  package subscript(label: Label) -> Int { (counters[label] ?? others).value }

  package func add(_ more: Int = 1, to label: Label) { (counters[label] ?? others).add(more) }

  /// One sample for each label, and `other` where there was one.
  package func samples(_ name: String) -> [Exposition.Sample] {
    let known = labels.map { Exposition.Sample([(name, $0.rawValue)], self[$0]) }
    return others.value > 0 ? known + [Exposition.Sample([(name, "other")], others.value)] : known
  }
}

extension CounterSet where Label: CaseIterable {
  package convenience init() { self.init(Array(Label.allCases)) }
}
