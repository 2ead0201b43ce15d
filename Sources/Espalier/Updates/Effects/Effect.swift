/// A one-time action in a viewer's window. It is not part of the tree, so a snapshot does not repeat it.
///
/// An effect that an event handler asks for runs only for the viewer who sent the event. Any other effect runs for all
/// viewers.
package enum Effect: Hashable, Sendable {
  /// Scrolls until the node with this address is in view, so many pixels away from the edge of its scroll area.
  case scroll(String, to: ScrollAlignment, offset: Int = 0, isSmooth: Bool)
  /// Gives the focus to the first control of the node with this address, or to the node.
  case focus(String)
  /// Gives a value, as JSON, to the site's own modules in the node with this address.
  case message(String, name: String, value: JSON)
  /// Asks the window to report, with this name, when its animations have ended.
  case report(String)
  /// Shows a short text.
  case notice(String)
  /// Leads to another page of the site.
  case navigate(String)
  /// Shows a dialog.
  case dialog(PresentedDialog)
  /// Removes the dialog with this id. The viewer goes on at the node with this address.
  case dismiss(String, goingTo: String?)

  /// The address of the node that the effect acts on; nil if it is not about a node.
  package var address: String? {
    switch self {
    case .scroll(let address, _, _, _), .focus(let address), .message(let address, _, _): address
    case .dismiss(_, let origin): origin
    case .report, .notice, .navigate, .dialog: nil
    }
  }
}

/// The position of a node in its scroll area after it was scrolled into view.
public enum ScrollAlignment: String, Sendable, CaseIterable {
  /// At the upper edge; in a strip, at its leading edge.
  case start
  /// In the middle.
  case center
  /// At the lower edge; in a strip, at its trailing edge.
  case end
  /// At the nearer edge. A node that is in view already does not move.
  case nearest
}

extension Node {
  /// Scrolls to the node after the current change has been shown. Smooth scrolling is off for viewers who prefer
  /// reduced motion.
  ///
  /// `offset` is the distance in CSS pixels between the node and the edge at which it stands then, instead of the node's own
  /// `scroll-margin`. A negative one leads into
  /// the node: `scrollIntoView(.start, offset: -200)` puts the upper edge of the view 200 pixels below that of the node.
  public final func scrollIntoView(_ alignment: ScrollAlignment = .nearest, offset: Int = 0, isSmooth: Bool = true) {
    request { .scroll($0, to: alignment, offset: offset, isSmooth: isSmooth) }
  }

  /// Gives the focus to the node's first control, or to the node if it has none, after the current change has been
  /// shown.
  public final func focus() { request(Effect.focus) }

  /// Sends a value to the site's own modules in this node, after the current change has been shown: to those that an element
  /// of the node names in `data-module`.
  ///
  /// ```swift
  /// node.send(Point(time: now, value: 3), to: "point")
  /// ```
  ///
  /// ```js
  /// export function mounted(element, page) { page.on('point', ({ time, value }) => draw(time, value)); }
  /// ```
  ///
  /// Like `focus()`, it reaches the sender of the event that is being handled, and otherwise all who look at the page now. Who
  /// comes later does not get it, so what must last belongs into the markup. A value that cannot be encoded as JSON is reported
  /// and not sent.
  public final func send(_ value: some Encodable, to name: String) {
    do {
      let value = try JSON(encoding: value)
      request { .message($0, name: name, value: value) }
    } catch {
      report { .data("the message \"\(name)\" cannot be sent: \(error)", address: $0.address) }
    }
  }

  /// Requests an effect, which `effect` makes of the node's address.
  final func request(_ effect: @escaping (String) -> Effect) {
    root.tree?.feature(EffectRequests.self).all.append((self, effect))
  }
}

extension Tree {
  /// Returns the effects that nodes asked for since the last call, in order. Leaves out those that act on a node that
  /// viewers do not see.
  func takeEffects() -> [Effect] {
    guard let requests = existing(EffectRequests.self), !requests.all.isEmpty else { return [] }
    defer { requests.all = [] }
    return requests.all.compactMap { node, make in
      let isShown = node.tree === self && node.isShown
      let effect = make(isShown ? node.address : "")
      return isShown || effect.address == nil ? effect : nil
    }
  }
}

/// The effects that nodes asked for.
private final class EffectRequests: TreeFeature {
  var all: [(node: Node, effect: (String) -> Effect)] = []
}
