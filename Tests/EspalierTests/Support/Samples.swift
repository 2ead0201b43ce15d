@testable import Espalier

/// A row whose key is its id: the least that a list needs.
struct Row: Content, Identifiable {
  static let tap = Event<Int>("tap")
  let id: String
  var text = ""
  var html: HTML { "<b>\(text)</b><button \(Self.tap, sends: 1)>+</button>" }
}

/// Random numbers that are the same in every run.
struct SeededRandom: RandomNumberGenerator {
  var state: UInt64

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// A live tree, and next to it what a viewer has who only ever receives patches.
struct Viewed {
  let tree: Tree
  private(set) var snapshot: NodeSnapshot
  private(set) var document: JSON

  init(_ root: ContainerModel) {
    tree = Tree(root)
    _ = tree.flushAll()
    snapshot = tree.snapshot()
    document = JSONDialect.document(snapshot)
  }

  /// Sends what changed to the viewer and says whether he has what a newcomer would get.
  mutating func isTrueAfterFlush() throws -> Bool { try faultAfterFlush() == nil }

  mutating func faultAfterFlush() throws -> String? {
    if let changes = tree.flushAll() {
      snapshot = snapshot.applying(changes)
      document = try JSONPatch.apply(JSONDialect.patch(changes), to: document)
    }
    let now = tree.snapshot()
    if now != freshSnapshot() { return "what is listed is not the tree" }
    if snapshot != now { return "the patched snapshot is not the new one" }
    if !(document ~~ JSONDialect.document(now)) { return "the patched document is not the new one" }
    return tree.violations().first
  }

  /// The tree as it would be listed by one who knows nothing of what was listed before.
  private func freshSnapshot() -> NodeSnapshot {
    func fresh(_ node: Node) -> NodeSnapshot {
      let children = (node as? ContainerModel)?.children.filter { !$0.isHidden }.map(fresh) ?? []
      let cell = (node as? CellModel<Row>).map { CellSnapshot(type: "Row", content: $0.content, html: $0.content.html) }
      return NodeSnapshot(key: node.key, type: node.typeName, cell: cell, children: children)
    }
    return fresh(tree.root)
  }
}
