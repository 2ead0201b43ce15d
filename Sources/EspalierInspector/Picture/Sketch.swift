import EspalierHTTP
import EspalierServer
import Espalier

/// The part of a tree that its picture shows: of long lists only the first rows.
struct Sketch: Hashable, Sendable {
  /// A node with the drawn nodes below it.
  struct Branch: Hashable, Sendable {
    let facts: NodeFacts
    /// The drawn nodes below; nil for a cell.
    let branches: [Branch]?
    /// The number of nodes that are not drawn.
    let more: Int
    /// The type of the nodes that are not drawn; nil if they have several.
    let typeOfMore: String?
  }

  /// The largest number of nodes that a container draws whole, and the number of nodes that a larger container draws.
  static let (most, first) = (8, 5)
  /// How many more nodes are drawn on request.
  static let further = 50
  /// How many levels are drawn. The picture itself takes some levels of its tree.
  static let deepest = Tree.deepest - 4

  let root: Branch
  /// The values that the site shares with the tree.
  let siteShares: [NodeFacts.Shared]

  /// Draws a tree. `opened` has the number of additional nodes by container address. Cost: linear in the drawn nodes.
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
