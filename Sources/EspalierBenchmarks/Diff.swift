import Espalier
import Foundation

/// Compares two lists of rows with random ids, like the public benchmark of ra1028/DifferenceKit: rows are deleted and
/// inserted at random places, then some are shuffled among each other. The baseline puts the old ids into a dictionary
/// and looks up every new id.
enum Diff {
  private struct Line: Content, Identifiable {
    let id: UUID
    var html: HTML { "<p>\(id.uuidString)</p>" }
  }

  static func run(_ report: Report) {
    report.begin(
      "5,000 rows, 1,000 deleted, 1,000 inserted, 200 shuffled",
      against: "a dictionary of the old ids, each new one looked up")
    compare(report, rows: 5_000, deleted: 1_000, inserted: 1_000, shuffled: 200, calls: 20)
    report.begin(
      "100,000 rows, 10,000 deleted, 10,000 inserted, 2,000 shuffled",
      against: "a dictionary of the old ids, each new one looked up")
    compare(report, rows: 100_000, deleted: 10_000, inserted: 10_000, shuffled: 2_000, calls: 1)
    report.begin("8,000 rows that go elsewhere and come back, set and flushed", against: "2,000 rows (linear is 4)")
    let (many, few) = (report.size(8_000), report.size(2_000))
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
      let (large, small) = (Traveller(many, way.sections), Traveller(few, way.sections))
      report.compare(way.name, rounds: 7, calls: 1, { large.goAndReturn() }) { small.goAndReturn() }
    }
    let (large, small) = (Traveller(many, nil), Traveller(few, nil))
    report.compare("out of a section that stays, and back", rounds: 7, calls: 1, { large.goAndReturn() }) {
      small.goAndReturn()
    }
  }

  /// Moves rows from one section to others and back, with everything that a page does.
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
      root.set { for (index, list) in lists.enumerated() { ListSection(index) { list } } }
    }

    func goAndReturn() {
      if let sections {
        set(sections(rows))
      } else {
        root.set {
          ListSection(0) {}
          rows
        }
      }
      precondition((tree.flush()?.operations.count ?? 0) >= rows.count / 4)
      set([rows, []])
      precondition((tree.flush()?.operations.count ?? 0) >= rows.count / 4)
    }
  }

  private static func compare(
    _ report: Report, rows: Int, deleted: Int, inserted: Int, shuffled: Int, calls: Int
  ) {
    let (rows, deleted, inserted, shuffled) =
      (report.size(rows), report.size(deleted), report.size(inserted), report.size(shuffled))
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
    report.compare("the difference", calls: calls, { sink += ListDiff(from: old, to: changed).steps.count + 1 }) {
      lookUp()
    }
    report.compare(
      "the difference of equal lists", calls: calls, { sink += ListDiff(from: old, to: old).steps.count }
    ) { lookUp() }

    let (oldRows, newRows) = (old.map(Line.init), changed.map(Line.init))
    let root = ContainerModel()
    let tree = Tree(root)
    func show(_ rows: [Line]) {
      root.set(rows: rows)
      sink += tree.flush()?.operations.count ?? 0
    }
    show(oldRows)
    var isNew = false
    report.compare(
      "set and flushed: rows made, rendered, listed", rounds: 8, calls: 1,
      {
        isNew.toggle()
        show(isNew ? newRows : oldRows)
      }
    ) { lookUp() }
    show(oldRows)
    report.compare("set and flushed: nothing changed", rounds: 8, calls: 1, { show(oldRows) }) { lookUp() }
    precondition(sink != 0)
  }
}
