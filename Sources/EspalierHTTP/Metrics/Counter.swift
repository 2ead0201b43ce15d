import Synchronization

/// A number that only grows. Any thread may add to it.
package final class Counter: Sendable {
  private let number = Atomic(0)

  package init() {}

  /// The count so far.
  package var value: Int { number.load(ordering: .relaxed) }

  package func add(_ more: Int = 1) { number.add(more, ordering: .relaxed) }
}

/// Counters in one block of memory, for tables of a known size.
package final class CounterRow<let count: Int>: Sendable {
  private let numbers = InlineArray<count, Atomic<Int>> { _ in Atomic(0) }

  subscript(index: Int) -> Int { numbers[index].load(ordering: .relaxed) }

  package func add(_ more: Int = 1, at index: Int) { numbers[index].add(more, ordering: .relaxed) }
}

/// One counter for each label of a set that is fixed at the start, so that clients can never create a new counter.
package final class CounterSet<Label: RawRepresentable<String> & Hashable & Sendable>: Sendable {
  let labels: [Label]
  private let counters: [Label: Counter]
  private let others = Counter()

  package init(_ labels: [Label]) {
    self.labels = labels
    counters = Dictionary(uniqueKeysWithValues: labels.map { ($0, Counter()) })
  }

  /// The count of a label. All labels outside the set share one count.
  package subscript(label: Label) -> Int { (counters[label] ?? others).value }

  package func add(_ more: Int = 1, to label: Label) { (counters[label] ?? others).add(more) }

  /// One sample for each label, and `other` if a label outside the set was counted.
  package func samples(_ name: String) -> [Exposition.Sample] {
    let known = labels.map { Exposition.Sample([(name, $0.rawValue)], self[$0]) }
    return others.value > 0 ? known + [Exposition.Sample([(name, "other")], others.value)] : known
  }
}

extension CounterSet where Label: CaseIterable {
  package convenience init() { self.init(Array(Label.allCases)) }
}
