import EspalierTestSupport
import Testing

@testable import Espalier

/// Lists in sections that are set as values repeatedly.
@Suite struct SectionLaws {
  /// A list of up to three sections with up to three rows each. There are few ids, so that most rows exist before and
  /// after, and some in two sections.
  private struct List {
    struct Part {
      var id: String
      var ids: [String]
      var header: (any Content)?
      var footer: (any Content)?
    }
    var parts: [Part] = []

    init(using random: inout SeededRandom) {
      let ids = (0..<9).shuffled(using: &random)
      for (index, id) in ["A", "B", "C"].shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
        .enumerated()
      {
        var rows = ids[(index * 3)..<(index * 3 + Int.random(in: 0...3, using: &random))].map { "r\($0)" }
        // Sometimes a row that may be in another section too.
        if rows.count == 3, Int.random(in: 0..<4, using: &random) == 0 { rows[2] = rows.contains("r1") ? "r0" : "r1" }
        var seen: Set<String> = []
        rows = rows.filter { seen.insert($0).inserted }
        let texts: [(any Content)?] = [nil, Title(text: "1"), Title(text: "2"), Note(text: "3")]
        parts.append(
          Part(
            id: id, ids: rows, header: texts.randomElement(using: &random) ?? nil,
            footer: texts.randomElement(using: &random) ?? nil))
      }
    }

    var sections: [ListSection] {
      parts.map { part in ListSection(part.id, header: part.header, footer: part.footer) { rows(part.ids) } }
    }

    /// The sections that contain each row.
    var places: [String: [String]] {
      parts.reduce(into: [:]) { places, part in for id in part.ids { places[id, default: []].append(part.id) } }
    }
  }

  @Test(arguments: seeds(80))
  func `viewers have the right page, rows keep their nodes, and each move is one operation`(seed: Int) throws {
    var random = SeededRandom(state: UInt64(seed))
    let root = ContainerModel()
    var viewed = try Viewed(root, hasDOM: seed % 2 == 0)
    var old = List(using: &random)
    root.set(sections: old.sections)
    try viewed.check()
    for step in 0..<40 {
      let new = List(using: &random)
      let before = nodes(in: root)
      root.set(sections: new.sections)
      let after = nodes(in: root)
      let changes = try viewed.check()
      for (id, places) in old.places {
        guard places.count == 1, let target = new.places[id], target.count == 1 else { continue }
        let (from, to) = ("\(places[0])/\(id)", "\(target[0])/\(id)")
        #expect(before[from] === after[to] && after[to] != nil, "seed \(seed), step \(step): \(id) lost its node")
        // If the section was not there before, viewers receive the row with it.
        guard before[target[0]] != nil else { continue }
        let expected = from == to ? [] : ["relocate \(from) to \(to)"]
        let found = changes.summary.filter { line in
          line.split(separator: " ").contains { $0 == from || $0 == to } && !line.hasPrefix("move")
        }
        #expect(found == expected, "seed \(seed), step \(step)")
      }
      old = new
    }
    #expect(viewed.tree.takeDiagnostics().isEmpty)
  }

  /// The nodes by address.
  private func nodes(in container: ContainerModel) -> [String: Node] {
    container.children.reduce(into: [:]) { nodes, node in
      nodes[node.address] = node
      if let inner = node as? ContainerModel { nodes.merge(self.nodes(in: inner)) { $1 } }
    }
  }

  @Test func `each order and choice of three sections can become each other one`() throws {
    let names = ["A", "B", "C"]
    let lists = arrangements(below: 3).map { list in
      list.map { index in
        ListSection(names[index], header: Title(text: names[index])) { rows(["r\(list.count + index)", "s"]) }
      }
    }
    let root = ContainerModel()
    var viewed = try Viewed(root)
    for first in lists {
      for second in lists {
        root.set(sections: first)
        try viewed.check()
        root.set(sections: second)
        try viewed.check()
      }
    }
  }
}
