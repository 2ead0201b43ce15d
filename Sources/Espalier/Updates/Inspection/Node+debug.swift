extension Node: CustomDebugStringConvertible {
  /// The way of an event from here up to the site, and then this node with all nodes below it. For a log or a debugger:
  /// `debugPrint(photo)`.
  ///
  /// Each line is a node: its type, and what it sends, answers, listens to and shares. A line on the way up also lists
  /// the events that the container's cells answer, with the cells' keys. Hidden nodes are there too.
  public final var debugDescription: String { "\(debugChain)\n\n\(debugOutline)" }

  /// The path of an event from here up to the site.
  final var debugChain: String {
    let containers = ContainerPath(from: hub).map { container in
      let cells = container.nodes.filter { !($0 is ContainerModel) && !$0.handlers.isEmpty }
      let answers = cells.map { " · \($0.key) answers \($0.facts.answers.joined(separator: ", "))" }
      return container.facts.description + answers.joined()
    }
    let own = self is ContainerModel ? [] : [facts.description]
    return (own + containers + (hub?.tree.map { [$0.siteLine] } ?? [])).joined(separator: "\n")
  }

  /// This node and all nodes below it.
  final var debugOutline: String { outline(first: "", rest: "").joined(separator: "\n") }

  private func outline(first: String, rest: String) -> [String] {
    let facts = facts
    let name = first.isEmpty ? facts.description : "\(facts.key): \(facts.summary)"
    let nodes = (self as? ContainerModel)?.nodes ?? []
    let below = nodes.enumerated().flatMap { index, node in
      let isLast = index == nodes.count - 1
      return node.outline(first: rest + (isLast ? "└ " : "├ "), rest: rest + (isLast ? "  " : "│ "))
    }
    return [first + name] + below
  }
}

extension Tree: CustomStringConvertible {
  /// The values that the site shares with the tree, by name.
  package var siteShares: [NodeFacts.Shared] { sharedValues.facts }

  /// A line for the values that the site shares, then one line for each node of the tree, also for hidden ones.
  public var description: String { "\(siteLine)\n\(root.debugOutline)" }

  fileprivate var siteLine: String {
    let shares = siteShares.map { "\($0.name) = \($0.value.cut(to: 60))" }
    return shares.isEmpty ? "the site" : "the site · shares \(shares.joined(separator: ", "))"
  }
}
