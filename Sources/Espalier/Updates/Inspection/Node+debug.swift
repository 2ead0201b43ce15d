extension Node {
  /// The way of an event from here to the site, one line for each level: what it is, and what it sends, answers, listens
  /// to and shares. For a log or a debugger: `print(photo.debugChain)`.
  ///
  /// A container answers for its cells too: what they subscribed to stands in its line, with their keys.
  public final var debugChain: String {
    let containers = (hub?.path ?? []).map { container in
      let cells = container.nodes.filter { !($0 is ContainerModel) && !$0.handlers.isEmpty }
      let answers = cells.map { " · \($0.key) answers \($0.facts.answers.joined(separator: ", "))" }
      return container.facts.description + answers.joined()
    }
    let own = self is ContainerModel ? [] : [facts.description]
    return (own + containers + (hub?.tree.map { [$0.siteLine] } ?? [])).joined(separator: "\n")
  }

  /// This node and all below it, hidden ones too, one line for each.
  public final var debugOutline: String { outline(first: "", rest: "").joined(separator: "\n") }

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
  /// What the site shares with the tree, by name.
  package var siteShares: [NodeFacts.Shared] { sharedValues.facts }

  /// The whole tree, hidden nodes too, one line for each, below what the site shares.
  public var description: String { "\(siteLine)\n\(root.debugOutline)" }

  fileprivate var siteLine: String {
    let shares = siteShares.map { "\($0.name) = \($0.value.cut(to: 60))" }
    return shares.isEmpty ? "the site" : "the site · shares \(shares.joined(separator: ", "))"
  }
}
