/// A description of a node for debugging: its address and type, and what it sends, answers, listens to and shares.
package struct NodeFacts: Hashable, Sendable {
  /// A value under a name.
  package struct Shared: Hashable, Sendable {
    /// The name of the data.
    package let name: String
    /// The value as JSON; its description if it has no JSON form.
    package let value: JSON
  }

  /// The address; empty for the root.
  package let address: String
  /// The name of its type on the wire; for a cell, of its content's type.
  package let type: String
  /// A cell's fields; nil for a container.
  package let content: JSON?
  /// Whether it is left out of the list.
  package let isHidden: Bool
  /// The events that a cell's markup sends, as viewers see it now.
  package let sends: [String]
  /// The events that the node answers.
  package let answers: [String]
  /// The shared data that the node listens to.
  package let listens: [String]
  /// The values that a container shares; empty for a cell, which shares through its container.
  package let shares: [Shared]

  /// The last component of the address.
  package var key: String { address.split(separator: "/").last.map(String.init) ?? "" }
}

extension Node {
  /// The description of the node at this moment.
  package final var facts: NodeFacts {
    let cell = asCell
    var seen: Set<String> = []
    let sends = (cell?.snapshot?.html.controls ?? []).map(\.event.label).filter { seen.insert($0).inserted }
    return NodeFacts(
      address: address, type: typeName, content: cell?.model, isHidden: isHidden, sends: sends,
      answers: handlers.flatMap(\.events).map(\.label), listens: subscriptions.map(\.name.label),
      shares: (self as? ContainerModel)?.sharedValues.facts ?? [])
  }
}

extension [SharedDataName: any StoredData] {
  /// The shared values, sorted by name.
  var facts: [NodeFacts.Shared] {
    keys.sorted(by: SharedDataName.precedes).map { name in
      NodeFacts.Shared(name: name.label, value: self[name]?.json ?? .null)
    }
  }
}

extension NodeFacts: CustomStringConvertible {
  /// One line; long values are cut.
  package var description: String {
    let name = content == nil ? "the root" : "in no container"
    return "\(address.isEmpty ? name : address): \(summary)"
  }

  /// The line without the address.
  var summary: String {
    let parts = [
      isHidden ? "hidden" : "", list("sends", sends), list("answers", answers), list("listens to", listens),
      list("shares", shares.map { "\($0.name) = \($0.value.cut(to: 60))" }),
    ]
    return ([type] + parts.filter { !$0.isEmpty }).joined(separator: " · ")
  }

  private func list(_ verb: String, _ names: [String]) -> String {
    names.isEmpty ? "" : "\(verb) \(names.joined(separator: ", "))"
  }
}

extension JSON {
  /// The value as compact JSON text, cut to `limit` characters.
  package func cut(to limit: Int) -> String {
    let text = description
    let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex)
    return end == nil || end == text.endIndex ? text : "\(text.prefix(limit - 1))…"
  }
}
