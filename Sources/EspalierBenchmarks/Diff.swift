import Espalier
import Foundation

/// Two lists of rows with random ids, as the public benchmark of ra1028/DifferenceKit has them: rows deleted and
/// inserted at random places, then some shuffled among each other. The baseline puts the old ids into a dictionary and
/// looks every new one up.
enum Diff {
  private struct Line: Content, Identifiable {
    let id: UUID
    var html: HTML { "<p>\(id.uuidString)</p>" }
  }

  static func run() {
    compare(rows: 5_000, deleted: 1_000, inserted: 1_000, shuffled: 200, calls: 20)
    compare(rows: 100_000, deleted: 10_000, inserted: 10_000, shuffled: 2_000, calls: 1)
    print("\n8,000 rows that go elsewhere and come back, set and flushed (baseline: 2,000 rows; linear is 4)")
    let ways: [(name: String, sections: ([Line]) -> [[Line]])] = [
      ("from one section to another, and back", { [[], $0] }),
      ("the same in reverse order", { [[], $0.reversed()] }),
      (
        "shuffled among two sections",
        { rows in
          let mixed = rows.shuffled()
          return [Array(mixed[..<(rows.count / 2)]), Array(mixed[(rows.count / 2)...])]
        }
      ),
    ]
    for way in ways {
      let (large, small) = (Traveller(8_000, way.sections), Traveller(2_000, way.sections))
      Comparison(rounds: 7, calls: 1, { large.goAndReturn() }) { small.goAndReturn() }.report(way.name)
    }
    let (large, small) = (Traveller(8_000, nil), Traveller(2_000, nil))
    Comparison(rounds: 7, calls: 1, { large.goAndReturn() }) { small.goAndReturn() }.report(
      "out of a section that stays, and back")
  }

  /// Sends rows from one section to others and back, with all that a page does.
  private final class Traveller {
    private let root = ContainerModel()
    private let tree: Tree
    private let rows: [Line]
    private let sections: (([Line]) -> [[Line]])?

    init(_ count: Int, _ sections: (([Line]) -> [[Line]])?) {
      rows = (0..<count).map { _ in Line(id: UUID()) }
      self.sections = sections
      tree = Tree(root)
      set([rows, []])
      _ = tree.flush()
    }

    private func set(_ lists: [[Line]]) {
      root.set { for (index, list) in lists.enumerated() { Section(index) { list } } }
    }

    func goAndReturn() {
      if let sections {
        set(sections(rows))
      } else {
        root.set {
          Section(0) {}
          rows
        }
      }
      precondition((tree.flush()?.operations.count ?? 0) > rows.count / 4)
      set([rows, []])
      precondition((tree.flush()?.operations.count ?? 0) > rows.count / 4)
    }
  }

  private static func compare(rows: Int, deleted: Int, inserted: Int, shuffled: Int, calls: Int) {
    print(
      "\n\(rows) rows, \(deleted) deleted, \(inserted) inserted, \(shuffled) shuffled (baseline: dictionary of ids)")
    let old = (0..<rows).map { _ in UUID() }
    var new = old
    for _ in 0..<deleted { new.remove(at: Int.random(in: new.indices)) }
    for _ in 0..<inserted { new.insert(UUID(), at: Int.random(in: 0...new.count)) }
    let places = new.indices.shuffled().prefix(shuffled)
    for (place, id) in zip(places, places.map { new[$0] }.shuffled()) { new[place] = id }
    let changed = new
    var sink = 0
    func lookUp() {
      var places = [UUID: Int](minimumCapacity: old.count)
      for (place, id) in old.enumerated() { places[id] = place }
      for id in changed { sink += places[id] ?? 1 }
    }
    Comparison(calls: calls, { sink += ListDiff(from: old, to: changed).steps.count }) { lookUp() }
      .report("the difference")
    Comparison(calls: calls, { sink += ListDiff(from: old, to: old).steps.count }) { lookUp() }
      .report("the difference of equal lists")

    let (oldRows, newRows) = (old.map(Line.init), changed.map(Line.init))
    let root = ContainerModel()
    let tree = Tree(root)
    func show(_ rows: [Line]) {
      root.set(rows: rows)
      sink += tree.flush()?.operations.count ?? 0
    }
    show(oldRows)
    var isNew = false
    Comparison(
      rounds: 8, calls: 1,
      {
        isNew.toggle()
        show(isNew ? newRows : oldRows)
      }
    ) { lookUp() }.report("set and flushed: rows made, rendered, listed")
    show(oldRows)
    Comparison(rounds: 8, calls: 1, { show(oldRows) }) { lookUp() }.report("set and flushed: nothing changed")
    precondition(sink != 0)
  }
}
