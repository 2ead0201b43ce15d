/// What a viewer's window does once, beside showing the tree. It is no part of the tree: a snapshot does not repeat it.
///
/// What a handler asks for happens to the viewer whose event it answers; what nobody's event asked for happens to all.
package enum Effect: Hashable, Sendable {
  /// Scrolls until the node with this address is in view.
  case scroll(String, to: ScrollAlignment, isSmooth: Bool)
  /// Gives the focus to the first control of the node with this address, or to the node.
  case focus(String)

  /// The address of the node that it is about.
  package var address: String {
    switch self {
    case .scroll(let address, _, _), .focus(let address): address
    }
  }
}

/// Where a node is to stand in what it scrolls in.
public enum ScrollAlignment: String, Sendable, CaseIterable {
  /// At the upper edge; in a strip, at the edge where it begins.
  case start
  /// In the middle.
  case center
  /// At the lower edge; in a strip, at the edge where it ends.
  case end
  /// Where it is, if it is in view, else at the edge that is nearer.
  case nearest
}

extension Node {
  /// Scrolls to the node, when the change at hand is out: smoothly, where viewers do not prefer less motion.
  public final func scrollIntoView(_ alignment: ScrollAlignment = .nearest, isSmooth: Bool = true) {
    root.tree?.feature(EffectRequests.self).all.append((self, { .scroll($0, to: alignment, isSmooth: isSmooth) }))
  }

  /// Gives the focus to the node's first control, or to the node, when the change at hand is out.
  public final func focus() { root.tree?.feature(EffectRequests.self).all.append((self, Effect.focus)) }
}

extension Tree {
  /// What nodes asked for since the last call, in order; nothing for those that viewers do not see.
  package func takeEffects() -> [Effect] {
    let requests = feature(EffectRequests.self)
    defer { requests.all = [] }
    return requests.all.filter { $0.node.tree === self && $0.node.isShown }.map { $0.effect($0.node.address) }
  }
}

/// What nodes want to happen in the window, beside being shown.
private final class EffectRequests: TreeFeature {
  var all: [(node: Node, effect: (String) -> Effect)] = []
}
