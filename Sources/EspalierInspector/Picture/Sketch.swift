import EspalierHTTP
import EspalierServer
import Espalier

/// A tree as its picture shows it: of long lists only the first rows.
struct Sketch: Hashable, Sendable {
  /// One node with what is drawn of what is below it.
  struct Branch: Hashable, Sendable {
    let facts: NodeFacts
    /// What is drawn below; nil for a cell.
    let branches: [Branch]?
    /// How many further nodes the container has.
    let more: Int
    /// The type of those, if it is the same for all.
    let typeOfMore: String?
  }

  /// From how many nodes on a container is not drawn whole, and how many are drawn then.
  static let (most, first) = (8, 5)
  /// How many more are drawn when somebody asks.
  static let further = 50
  /// How many levels are drawn: the picture stands some levels deep itself.
  static let deepest = Tree.deepest - 4

  let root: Branch
  /// What the site shares with the tree.
  let siteShares: [NodeFacts.Shared]

  /// Of the containers in `opened` so many nodes more are drawn. Cost: what is drawn.
  init(_ tree: Tree, opened: [String: Int]) {
    root = Branch(tree.root, opened: opened, levels: Self.deepest)
    siteShares = tree.siteShares
  }
}

extension Sketch.Branch {
  init(_ node: Node, opened: [String: Int], levels: Int) {
    facts = node.facts
    guard let container = node as? ContainerModel else {
      (branches, more, typeOfMore) = (nil, 0, nil)
      return
    }
    let nodes = [container.header].compactMap(\.self) + container.children + [container.footer].compactMap(\.self)
    let wanted = Sketch.first + (opened[facts.address] ?? 0)
    let isWhole = nodes.count <= max(Sketch.most, wanted)
    let drawn = nodes.prefix(levels == 1 ? 0 : isWhole ? nodes.count : wanted)
    branches = drawn.map { Sketch.Branch($0, opened: opened, levels: levels - 1) }
    let rest = nodes[drawn.endIndex...]
    more = rest.count
    typeOfMore = rest.first.flatMap { first in
      rest.allSatisfy { type(of: $0) == type(of: first) } ? first.facts.type : nil
    }
  }
}
